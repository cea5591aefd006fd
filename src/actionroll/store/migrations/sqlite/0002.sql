CREATE TABLE papers (
    "table" TEXT NOT NULL,
    hash TEXT NOT NULL,
    kind TEXT NOT NULL,
    seat TEXT NOT NULL,
    content BLOB NOT NULL,
    seal BLOB NOT NULL,
    PRIMARY KEY ("table", hash)
) STRICT;

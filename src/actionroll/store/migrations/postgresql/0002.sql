CREATE TABLE papers (
    "table" text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    seat text NOT NULL,
    content bytea NOT NULL,
    seal bytea NOT NULL,
    PRIMARY KEY ("table", hash)
);

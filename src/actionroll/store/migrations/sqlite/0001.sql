CREATE TABLE logs (
    log TEXT NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL CHECK (number > 0),
    hash BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- id is the order of commits; it only tells who must be woken.
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    log TEXT NOT NULL,
    number INTEGER NOT NULL,
    prev BLOB NOT NULL,
    body BLOB NOT NULL,
    hash BLOB NOT NULL,
    UNIQUE (log, number)
) STRICT;

CREATE TABLE replies (
    id INTEGER PRIMARY KEY,
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    digest BLOB NOT NULL,
    reply BLOB NOT NULL,
    heads BLOB NOT NULL,
    created INTEGER NOT NULL,
    seal BLOB NOT NULL,
    UNIQUE (scope, key)
) STRICT;

CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    seal BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE seeds (
    "table" TEXT NOT NULL,
    kind TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    seed BLOB NOT NULL,
    revealed INTEGER NOT NULL,
    seal BLOB NOT NULL,
    PRIMARY KEY ("table", kind, epoch)
) STRICT, WITHOUT ROWID;

CREATE TABLE secrets (
    hash BLOB NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    "table" TEXT NOT NULL,
    seat TEXT NOT NULL,
    role TEXT NOT NULL,
    revoked INTEGER NOT NULL,
    expires INTEGER,
    seal BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX secrets_by_table ON secrets ("table");

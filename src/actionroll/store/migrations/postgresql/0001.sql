CREATE TABLE logs (
    log text COLLATE "C" NOT NULL PRIMARY KEY,
    number bigint NOT NULL CHECK (number > 0),
    hash bytea NOT NULL
) WITH (fillfactor = 70);

-- id only tells who must be woken: a sequence is not the order of commits.
CREATE TABLE entries (
    id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    log text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    prev bytea NOT NULL,
    body bytea NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (log, number)
);

CREATE TABLE replies (
    id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    scope text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    digest bytea NOT NULL,
    reply bytea NOT NULL,
    heads bytea NOT NULL,
    created bigint NOT NULL,
    seal bytea NOT NULL,
    PRIMARY KEY (scope, key)
);

CREATE TABLE tables (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    game text NOT NULL,
    name text NOT NULL,
    created bigint NOT NULL,
    seal bytea NOT NULL
);

CREATE TABLE seeds (
    "table" text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    epoch bigint NOT NULL,
    seed bytea NOT NULL,
    revealed smallint NOT NULL,
    seal bytea NOT NULL,
    PRIMARY KEY ("table", kind, epoch)
);

CREATE TABLE secrets (
    hash bytea NOT NULL PRIMARY KEY,
    kind text NOT NULL,
    "table" text COLLATE "C" NOT NULL,
    seat text NOT NULL,
    role text NOT NULL,
    revoked smallint NOT NULL,
    expires bigint,
    seal bytea NOT NULL
);

CREATE INDEX secrets_by_table ON secrets ("table");

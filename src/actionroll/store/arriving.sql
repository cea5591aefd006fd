-- What a group of batches writes arrives as rows of one view, so that one statement writes all of it. A row says what it
-- is; any that does not fit what stands undoes the whole statement.
CREATE TEMP VIEW arriving AS SELECT 0 AS what, 0 AS a, 0 AS b, 0 AS c, 0 AS d, 0 AS e, 0 AS f, 0 AS g;

-- A log that was only read must still stand at the number b.
CREATE TEMP TRIGGER log_stands INSTEAD OF INSERT ON arriving WHEN NEW.what = 'stands' BEGIN
    SELECT RAISE(ABORT, 'the log grew') WHERE COALESCE((SELECT number FROM logs WHERE log = NEW.a), 0) <> NEW.b
; END;

-- An entry follows the one before it, by number and hash; what a new log's first one follows, its own uniqueness says.
CREATE TEMP TRIGGER entry_arrives INSTEAD OF INSERT ON arriving WHEN NEW.what = 'entry' BEGIN
    SELECT RAISE(ABORT, 'the log grew') WHERE NEW.b > 1
        AND NOT EXISTS (SELECT 1 FROM logs WHERE log = NEW.a AND number = NEW.b - 1 AND hash = NEW.c)
    ; INSERT INTO entries (log, number, prev, body, hash) VALUES (NEW.a, NEW.b, NEW.c, NEW.d, NEW.e)
    ; INSERT INTO logs (log, number, hash) VALUES (NEW.a, NEW.b, NEW.e)
        ON CONFLICT (log) DO UPDATE SET number = excluded.number, hash = excluded.hash
; END;

CREATE TEMP TRIGGER reply_arrives INSTEAD OF INSERT ON arriving WHEN NEW.what = 'reply' BEGIN
    INSERT INTO replies (scope, key, digest, reply, heads, created, seal)
        VALUES (NEW.a, NEW.b, NEW.c, NEW.d, NEW.e, NEW.f, NEW.g)
; END;

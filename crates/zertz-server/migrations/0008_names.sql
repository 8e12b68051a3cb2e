-- What a name looks like: no two names may look alike. Names of earlier versions get theirs when the server starts.
ALTER TABLE players ADD COLUMN name_look TEXT;
CREATE UNIQUE INDEX players_name_look ON players (name_look);

-- Names of deleted accounts, which nobody may take for a while.
CREATE TABLE held_names (
    name_look TEXT PRIMARY KEY,
    until BIGINT NOT NULL
);

-- For what is removed after a while.
CREATE INDEX sessions_seen ON sessions (seen);
CREATE INDEX players_kind ON players (kind, created);
CREATE INDEX reports_player ON reports (player);

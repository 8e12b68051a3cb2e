-- Until when a bot counts as being in the lobby.
ALTER TABLE players ADD COLUMN present BIGINT;
CREATE INDEX players_present ON players (present) WHERE present IS NOT NULL;

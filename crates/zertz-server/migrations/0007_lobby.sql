-- From where a challenge comes, for the limit of an address.
ALTER TABLE seeks ADD COLUMN network TEXT;
-- The /48 of an IPv6 address.
ALTER TABLE seeks ADD COLUMN site TEXT;
-- What its player wants to play: two challenges with the same text fit each other. Empty if the player wants to choose who begins.
ALTER TABLE seeks ADD COLUMN wish TEXT;
ALTER TABLE seeks ADD COLUMN pace TEXT;
CREATE INDEX seeks_network ON seeks (network);
CREATE INDEX seeks_wish ON seeks (wish);
CREATE INDEX seeks_created ON seeks (created);

-- Games that are not over, with whoever made them: for the limits of a player and of an address, and for the queue of jobs.
CREATE TABLE open_games (
    game TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    network TEXT NOT NULL,
    site TEXT,
    engine BIGINT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX open_games_player ON open_games (player);
CREATE INDEX open_games_network ON open_games (network);
CREATE INDEX open_games_site ON open_games (site);

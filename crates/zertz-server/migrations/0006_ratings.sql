-- Why a game that was played as a rated one did not change ratings.
ALTER TABLE games ADD COLUMN unrated TEXT;

-- From which addresses and devices an account was used. Two accounts that share one are not rated against each other.
CREATE TABLE places (
    player TEXT NOT NULL,
    place TEXT NOT NULL,
    seen BIGINT NOT NULL,
    PRIMARY KEY (player, place)
);
CREATE INDEX places_place ON places (place);

-- Two people, in the order of their ids, who may be rated against each other all the same.
CREATE TABLE allowed_pairs (
    one TEXT NOT NULL,
    two TEXT NOT NULL,
    PRIMARY KEY (one, two)
);

-- To count the games of a day.
CREATE INDEX rated_games_at ON rated_games (player, at);

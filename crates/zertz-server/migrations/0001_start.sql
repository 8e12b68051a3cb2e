-- The same text makes the tables in SQLite and in PostgreSQL. Times are milliseconds since 1970.

-- Who plays: guests, people with an account, programs, and the levels of the server's engine.
CREATE TABLE players (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT,
    -- The name as it is compared: no two may look the same.
    name_key TEXT UNIQUE,
    password TEXT,
    email TEXT,
    -- The person who answers for a program.
    owner TEXT,
    created BIGINT NOT NULL
);
CREATE INDEX players_owner ON players (owner);

-- Devices that somebody is known on, and the tokens of programs. Of the secret only a hash is kept.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    player TEXT NOT NULL,
    label TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE INDEX sessions_player ON sessions (player);

-- What happened in each game. Rows are added and never changed; the key is the only lock.
CREATE TABLE events (
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
);

-- What the events of each game amount to, for lists and searches.
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    seq BIGINT NOT NULL,
    status TEXT NOT NULL,
    one TEXT,
    two TEXT,
    board TEXT NOT NULL,
    preset TEXT NOT NULL,
    time TEXT NOT NULL,
    pace TEXT,
    rated BIGINT NOT NULL,
    result TEXT,
    how TEXT,
    opening TEXT,
    turns BIGINT NOT NULL,
    mover BIGINT NOT NULL,
    created BIGINT NOT NULL,
    ended BIGINT,
    wake BIGINT
);
CREATE INDEX games_wake ON games (wake) WHERE wake IS NOT NULL;
CREATE INDEX games_status ON games (status, created);
CREATE INDEX games_one ON games (one, created);
CREATE INDEX games_two ON games (two, created);

CREATE TABLE ratings (
    player TEXT NOT NULL,
    pace TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (player, pace)
);
CREATE INDEX ratings_best ON ratings (pace, rating);

-- The way there, a point for each rated game.
CREATE TABLE rated_games (
    game TEXT NOT NULL,
    player TEXT NOT NULL,
    pace TEXT NOT NULL,
    at BIGINT NOT NULL,
    before DOUBLE PRECISION NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, player)
);
CREATE INDEX rated_games_player ON rated_games (player, pace, at);

-- Offers in the lobby; each lapses unless its owner keeps it up.
CREATE TABLE seeks (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    body TEXT NOT NULL,
    created BIGINT NOT NULL,
    until BIGINT NOT NULL
);
CREATE INDEX seeks_player ON seeks (player);

-- Words that somebody complained of.
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    player TEXT NOT NULL,
    reason TEXT NOT NULL,
    at BIGINT NOT NULL
);

-- Who moderates: 1 for a moderator.
ALTER TABLE players ADD COLUMN moderator BIGINT NOT NULL DEFAULT 0;
-- Which challenges a bot accepts; all without it.
ALTER TABLE players ADD COLUMN accepts TEXT;

-- What players may not do. One without an end lasts until it is lifted.
CREATE TABLE restrictions (
    player TEXT NOT NULL,
    kind TEXT NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT,
    PRIMARY KEY (player, kind)
);

-- Warnings, which players confirm.
CREATE TABLE warnings (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    at BIGINT NOT NULL,
    text TEXT NOT NULL,
    confirmed BIGINT
);
CREATE INDEX warnings_player ON warnings (player, at);

-- Networks from which no sessions, guests or sockets come.
CREATE TABLE address_blocks (
    id TEXT PRIMARY KEY,
    network TEXT NOT NULL UNIQUE,
    at BIGINT NOT NULL,
    until BIGINT NOT NULL,
    moderator TEXT,
    note TEXT NOT NULL
);
CREATE INDEX address_blocks_at ON address_blocks (at DESC, id);

-- Players who want nothing to do with others.
CREATE TABLE blocks (
    player TEXT NOT NULL,
    blocked TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (player, blocked)
);
CREATE INDEX blocks_blocked ON blocks (blocked);

-- What moderators and operators did. Rows are added and never changed. An operator is no player.
CREATE TABLE audit (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    moderator TEXT,
    action TEXT NOT NULL,
    player TEXT,
    game TEXT,
    subject TEXT NOT NULL,
    until BIGINT,
    note TEXT NOT NULL
);
CREATE INDEX audit_at ON audit (at DESC, id);
CREATE INDEX audit_player ON audit (player, at DESC, id);
CREATE INDEX audit_moderator ON audit (moderator, at DESC, id);

-- Reports of players, chat messages and games.
CREATE TABLE all_reports (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    -- Who reports, and whom.
    player TEXT NOT NULL,
    about TEXT NOT NULL,
    -- What is reported, as JSON.
    subject TEXT NOT NULL,
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    state TEXT NOT NULL,
    moderator TEXT,
    handled BIGINT,
    note TEXT NOT NULL
);
-- A report whose game is gone says nothing anymore.
INSERT INTO all_reports (id, at, player, about, subject, reason, text, state, note)
SELECT r.id, r.at, r.player, CASE WHEN g.one = r.player THEN g.two ELSE g.one END,
    '{"kind":"chat","game":"' || r.game || '","seq":' || CAST(r.seq AS TEXT) || '}', 'other', r.reason, 'open', ''
FROM reports r JOIN games g ON g.id = r.game WHERE g.one IS NOT NULL AND g.two IS NOT NULL;
DROP TABLE reports;
ALTER TABLE all_reports RENAME TO reports;
CREATE INDEX reports_at ON reports (at DESC, id);
CREATE INDEX reports_state ON reports (state, at DESC, id);
CREATE INDEX reports_about ON reports (about, at DESC, id);
CREATE INDEX reports_about_state ON reports (about, state, at DESC, id);
CREATE INDEX reports_player ON reports (player);

-- To compute ratings again from any game on, all parts of a rating are needed.
ALTER TABLE rated_games ADD COLUMN volatility DOUBLE PRECISION;

-- What the engine has found out about the games of a player.
CREATE TABLE fair_play (
    player TEXT PRIMARY KEY,
    body TEXT NOT NULL
);

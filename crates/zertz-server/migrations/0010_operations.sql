-- Planned maintenance that the operators have announced: at most one row.
CREATE TABLE maintenance (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    text TEXT NOT NULL
);

-- One row that is changed to find out whether the database can be written.
CREATE TABLE probe (
    id BIGINT PRIMARY KEY,
    number BIGINT NOT NULL
);
INSERT INTO probe (id, number) VALUES (1, 0);

-- Games of earlier versions that are not over count for the limit of the player. Their addresses are unknown: the queue of jobs shares its
-- time between their players, as if each had an address.
INSERT INTO open_games (game, player, network, engine, at)
SELECT id, person, person, engine, created FROM (
    SELECT id, created,
        COALESCE(CASE WHEN one LIKE 'engine%' THEN two ELSE one END, two, '') AS person,
        CASE WHEN one LIKE 'engine%' OR two LIKE 'engine%' THEN 1 ELSE 0 END AS engine
    FROM games WHERE status IN ('waiting', 'playing') AND id NOT IN (SELECT game FROM open_games)
) g;

-- When a server last could write: one row. After a gap, the clocks of all games get the time back.
CREATE TABLE heartbeat (
    id BIGINT PRIMARY KEY,
    alive BIGINT NOT NULL
);

-- When no server could write.
CREATE TABLE outages (
    began BIGINT PRIMARY KEY,
    ended BIGINT NOT NULL
);

-- An index for every list. Those of finished games cost nothing while a game is played.
DROP INDEX games_status;
DROP INDEX games_one;
DROP INDEX games_two;
CREATE INDEX games_open ON games (status, created DESC, id) WHERE ended IS NULL;
CREATE INDEX games_open_one ON games (one, created DESC, id) WHERE ended IS NULL;
CREATE INDEX games_open_two ON games (two, created DESC, id) WHERE ended IS NULL;
CREATE INDEX games_over ON games (created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_result ON games (result, rated, created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_board ON games (board, result, rated, created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_one ON games (one, created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_two ON games (two, created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_one_result ON games (one, result, rated, created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_two_result ON games (two, result, rated, created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_one_board ON games (one, board, result, rated, created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_two_board ON games (two, board, result, rated, created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_one_opening ON games (one, SUBSTR(opening, 1, 2), created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_two_opening ON games (two, SUBSTR(opening, 1, 2), created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_opening2 ON games (SUBSTR(opening, 1, 2), created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_opening3 ON games (SUBSTR(opening, 1, 3), created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_opening6 ON games (SUBSTR(opening, 1, 6), created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_board_opening2 ON games (board, SUBSTR(opening, 1, 2), created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_board_opening3 ON games (board, SUBSTR(opening, 1, 3), created DESC, id) WHERE status = 'over';
CREATE INDEX games_over_board_opening6 ON games (board, SUBSTR(opening, 1, 6), created DESC, id) WHERE status = 'over';
DROP INDEX ratings_best;
CREATE INDEX ratings_best ON ratings (pace, rating DESC, player) WHERE deviation <= 110;
CREATE INDEX rated_games_history ON rated_games (player, at DESC, game);

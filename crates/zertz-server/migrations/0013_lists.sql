-- Indexes for the lists of finished games. Only finished games have a result. Each index begins with what a list asks for, then has the
-- result and whether the game is rated, and then the order of the list: a list merges the few combinations of these two that it wants, and
-- never reads a game that it leaves out. Lists of a player filter the rest of an opening, or a board beside it, within the index.
DROP INDEX games_over;
DROP INDEX games_over_result;
DROP INDEX games_over_board;
DROP INDEX games_over_one;
DROP INDEX games_over_two;
DROP INDEX games_over_one_result;
DROP INDEX games_over_two_result;
DROP INDEX games_over_one_board;
DROP INDEX games_over_two_board;
DROP INDEX games_over_one_opening;
DROP INDEX games_over_two_opening;
DROP INDEX games_over_opening2;
DROP INDEX games_over_opening3;
DROP INDEX games_over_opening6;
DROP INDEX games_over_board_opening2;
DROP INDEX games_over_board_opening3;
DROP INDEX games_over_board_opening6;
CREATE INDEX games_list ON games (result, rated, created DESC, id) WHERE result IS NOT NULL;
CREATE INDEX games_list_board ON games (board, result, rated, created DESC, id) WHERE result IS NOT NULL;
CREATE INDEX games_list_opening2 ON games (SUBSTR(opening, 1, 2), result, rated, created DESC, id) WHERE result IS NOT NULL;
CREATE INDEX games_list_opening3 ON games (SUBSTR(opening, 1, 3), result, rated, created DESC, id) WHERE result IS NOT NULL;
CREATE INDEX games_list_opening6 ON games (SUBSTR(opening, 1, 6), result, rated, created DESC, id) WHERE result IS NOT NULL;
CREATE INDEX games_list_board_opening2 ON games (board, SUBSTR(opening, 1, 2), result, rated, created DESC, id) WHERE result IS NOT NULL;
CREATE INDEX games_list_board_opening3 ON games (board, SUBSTR(opening, 1, 3), result, rated, created DESC, id) WHERE result IS NOT NULL;
CREATE INDEX games_list_board_opening6 ON games (board, SUBSTR(opening, 1, 6), result, rated, created DESC, id) WHERE result IS NOT NULL;
CREATE INDEX games_list_one_board ON games (one, board, result, rated, created DESC, id) WHERE result IS NOT NULL;
CREATE INDEX games_list_two_board ON games (two, board, result, rated, created DESC, id, one) WHERE result IS NOT NULL;
CREATE INDEX games_list_one_opening ON games (one, SUBSTR(opening, 1, 2), result, rated, created DESC, id, opening, board) WHERE result IS NOT NULL;
CREATE INDEX games_list_two_opening ON games (two, SUBSTR(opening, 1, 2), result, rated, created DESC, id, opening, board, one) WHERE result IS NOT NULL;
-- These two have all games, to find everything that a player has played.
CREATE INDEX games_list_one ON games (one, result, rated, created DESC, id);
CREATE INDEX games_list_two ON games (two, result, rated, created DESC, id, one);
-- Aborted games are removed after a while.
CREATE INDEX games_aborted ON games (ended) WHERE status = 'aborted';

-- To read the log of rated games of a pace in order, from a voided game on.
CREATE INDEX rated_games_log ON rated_games (pace, at, game, player);

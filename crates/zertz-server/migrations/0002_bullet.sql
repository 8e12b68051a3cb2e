-- The fastest pace is now called bullet; Blitz is the name of a rule set.
UPDATE ratings SET pace = 'bullet' WHERE pace = 'blitz';
UPDATE rated_games SET pace = 'bullet' WHERE pace = 'blitz';
UPDATE games SET pace = 'bullet' WHERE pace = 'blitz';

-- Words have hyphens, as in `how`.
UPDATE games SET result = 'both-lose' WHERE result = 'bothLose';

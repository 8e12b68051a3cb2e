-- Which challenges come from quick pairing: a player has at most one.
ALTER TABLE seeks ADD COLUMN quick BIGINT NOT NULL DEFAULT 0;

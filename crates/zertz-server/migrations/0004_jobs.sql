-- Work that takes long. A job is written with the change that causes it, and deleted with the one that settles it. A worker leases it;
-- when the lease has run out, another may take the job.
CREATE TABLE jobs (
    kind TEXT NOT NULL,
    -- What it is about: for an engine's turn, the game.
    subject TEXT NOT NULL,
    -- The state of the subject that it is about: for an engine's turn, the number of the event before it.
    version BIGINT NOT NULL,
    -- The lowest comes first.
    priority BIGINT NOT NULL,
    -- The player for whom it is done, and where that player came from.
    owner TEXT NOT NULL,
    origin TEXT NOT NULL,
    queued BIGINT NOT NULL,
    worker TEXT,
    lease BIGINT,
    tries BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
);
CREATE INDEX jobs_lease ON jobs (lease) WHERE lease IS NOT NULL;
CREATE INDEX jobs_worker ON jobs (worker) WHERE worker IS NOT NULL;

-- When a job was last taken for a player or an address: who was served longest ago is next.
CREATE TABLE job_owners (
    owner TEXT PRIMARY KEY,
    served BIGINT NOT NULL
);

-- What another process has changed in an SQLite file, until the server has read it. PostgreSQL has LISTEN and NOTIFY.
CREATE TABLE notices (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL
);

-- Engines that have to move.
INSERT INTO jobs (kind, subject, version, priority, owner, origin, queued, tries)
SELECT 'engine-turn', id, 0, 0, COALESCE(CASE mover WHEN 1 THEN two ELSE one END, ''), COALESCE(CASE mover WHEN 1 THEN two ELSE one END, ''), 0, 0
FROM games WHERE status = 'playing' AND CASE mover WHEN 1 THEN one ELSE two END LIKE 'engine%';

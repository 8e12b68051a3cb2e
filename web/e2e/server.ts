/** The server that the tests use. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const binary = process.env['ZERTZ'] ?? '../target/release/zertz';

const DATABASE = 'ZERTZ_E2E_DATABASE';
// The processes that run tests inherit the variable from the one that starts the server.
if (process.env['TEST_WORKER_INDEX'] === undefined) {
  process.env[DATABASE] = `sqlite://${mkdtempSync(join(tmpdir(), 'zertz-'))}/zertz.db`;
}

export const database = process.env[DATABASE]!;

import { afterAll, beforeAll, vi } from 'vitest';
import { describeSubmissionsOnS3 } from '../contract/submissions-on-s3.ts';
import { type PostgresEngine, type S3Engine, startPostgres, startSwift } from '../support/engines.ts';

let swift: S3Engine;
let postgres: PostgresEngine;

beforeAll(async () => {
  postgres = await startPostgres();
  vi.stubEnv('TEST_DATABASE_URL', postgres.databaseUrl);
  swift = await startSwift();
});

afterAll(async () => {
  await swift?.stop();
  await postgres?.stop();
});

describeSubmissionsOnS3('Swift', () => swift);

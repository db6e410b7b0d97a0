import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { shareOfWorker } from './worker-share.ts';

it('divides what is of the whole service, and nothing else', () => {
  const whole = readConfig({ WORKERS: '3', SPOOL_MEMORY_BYTES: '10', MAX_UPLOADS: '6', MAX_SPOOL_BYTES: '2' });
  const share = shareOfWorker(whole);
  expect(share).toEqual({
    ...whole,
    spoolMemoryBytes: 3,
    admission: { ...whole.admission, maxUploads: 2, maxSpoolBytes: 1 },
    database: { ...whole.database, poolSize: 10 },
  });
});

it('reaches a worker as it is, by way of JSON', () => {
  const share = shareOfWorker(
    readConfig({
      CATALOGUE_FILE: 'examples/catalogue.json',
      OBJECT_STORE: 's3',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
    }),
  );
  expect(JSON.parse(JSON.stringify(share))).toStrictEqual(share);
});

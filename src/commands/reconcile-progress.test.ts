import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createProgress } from './reconcile-progress.ts';

it('is a line for every 100,000 keys', () => {
  const written: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  const showProgress = createProgress(sink);
  for (let records = 1; records <= 250_000; records += 1) showProgress({ objects: 0, records });
  expect(written).toEqual([
    'Compared 0 objects with 100000 file records so far\n',
    'Compared 0 objects with 200000 file records so far\n',
  ]);
});

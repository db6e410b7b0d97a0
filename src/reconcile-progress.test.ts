import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgress } from './reconcile-progress.ts';

function stream(isTTY: boolean) {
  const written: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  return { written, stream: Object.assign(sink, { isTTY }) };
}

describe('the progress', () => {
  it('is a line for every 100,000 keys where nobody watches', () => {
    const log = stream(false);
    const progress = createProgress(log.stream);
    for (let records = 1; records <= 250_000; records += 1) progress.show({ objects: 0, records });
    progress.clear();
    expect(log.written).toEqual([
      'Compared 0 objects with 100000 file records so far\n',
      'Compared 0 objects with 200000 file records so far\n',
    ]);
  });

  it('is one line on a terminal, and makes room for others', async () => {
    const terminal = stream(true);
    const progress = createProgress(terminal.stream);
    progress.clear();
    expect(terminal.written).toEqual([]);
    await expect
      .poll(() => {
        progress.show({ objects: 7, records: 6 });
        return terminal.written;
      })
      .toEqual(['\r\x1b[KCompared 7 objects with 6 file records so far']);
    progress.clear();
    progress.clear();
    expect(terminal.written.slice(1)).toEqual(['\r\x1b[K']);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../configuration/read-config.ts';
// The examination loads the checks when it begins, which takes a busy machine longer than a wait may last.
import '../doctor/checks.ts';
import { examineAtStart } from './examine-at-start.ts';

let dataDirectory: string;
let lines: { readonly level: number; readonly check?: string; readonly msg: string }[];

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'examine-at-start-'));
  lines = [];
});

afterEach(async () => {
  await rm(dataDirectory, { recursive: true });
});

/** Runs the examination with a database that does not respond. */
function examine(limitMs?: number) {
  const config = readConfig({ DATA_DIR: dataDirectory, SPOOL_MEMORY_BYTES: String(2 ** 50) });
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const pool = { connect: () => new Promise(() => {}) } as unknown as Pool;
  return examineAtStart({ config, log, pool, ...(limitMs !== undefined && { limitMs }) });
}

describe('the examination at the start', () => {
  it('logs the findings of its checks', async () => {
    const examination = examine(60_000);
    await expect
      .poll(() => lines)
      .toContainEqual(
        expect.objectContaining({
          level: pino.levels.values.warn,
          check: 'machine.memory',
          msg: expect.stringContaining('Lower SPOOL_MEMORY_BYTES'),
        }),
      );
    await examination.stop();
  });

  it('gives up a database that is silent, without a finding', async () => {
    const examination = examine();
    await expect.poll(() => lines.at(-1)?.msg).toBe('The quick checks at the start were aborted');
    expect(lines.filter(({ check }) => check?.startsWith('database.'))).toEqual([]);
    await examination.stop();
  });

  it('ends with the service', async () => {
    await examine().stop();
    expect(lines.map(({ msg }) => msg)).toContain('The quick checks at the start were aborted');
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/configuration/read-config.ts';
import { createHealth } from '../../src/process/service/health.ts';
import { api, type OperatorStage, openOperatorStage } from './stage.ts';

let stage: OperatorStage;
let folder: string;
const stopping = new AbortController();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'health-'));
  stage = await openOperatorStage({
    openHealth: (pool) => {
      const config = readConfig({ BUCKET_NAME: 'commissions', DATA_DIR: folder, DISK_FLOOR_BYTES: '9007199254740991' });
      return createHealth({ config, log: pino({ level: 'silent' }), pool }, stopping.signal);
    },
  });
});

afterAll(async () => {
  stopping.abort();
  await stage.close();
  await rm(folder, { recursive: true });
});

interface Check {
  readonly name: string;
  readonly verdict: string;
  readonly findings: readonly { readonly found: string; readonly remedy?: string }[];
}

describe('the health of a running service', () => {
  it('is what the checks of each part find, with a remedy for each trouble', async () => {
    const { status, body } = await stage.owner.call('GET', `${api}/health`);
    expect(status).toBe(200);
    const checks: readonly Check[] = body.checks;
    const parts = new Set(checks.map(({ name }) => name.replace(/\..*/, '')));
    expect([...parts]).toEqual(expect.arrayContaining(['environment', 'machine', 'database', 'backup', 'bucket']));
    expect(parts).not.toContain('proxy');
    expect(checks.find(({ name }) => name === 'database.rights')).toMatchObject({ verdict: 'ok' });
    const disk = checks.find(({ name }) => name === 'machine.disk-space');
    expect(disk).toMatchObject({ verdict: 'wrong', findings: [{ remedy: expect.any(String) }] });
  });

  it('is checked once for callers that come at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => stage.owner.call('GET', `${api}/health`)));
    expect(new Set(answers.map(({ body }) => body.checkedAt)).size).toBe(1);
  });

  it('is open to owners alone', async () => {
    const operator = await stage.person('operator');
    expect((await operator.call('GET', `${api}/health`)).status).toBe(403);
    const program = await stage.program('read', 'write');
    expect((await program.call('GET', `${api}/health`)).status).toBe(403);
  });
});

import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PostgresEngine, startPostgres } from '../support/engines.ts';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { askReadiness, expectReadiness, notReady, readinessLog, ready } from '../support/readiness.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { startStandby } from '../support/standby.ts';

const parts = [payloadPart(), filePart('a.png', 'the bytes of a')];
const tablespaceBytes = 48 * 1024 * 1024;

let postgres: PostgresEngine;
let admin: Client;
let service: TestService | null = null;

beforeAll(async () => {
  postgres = await startPostgres();
  vi.stubEnv('TEST_DATABASE_URL', postgres.databaseUrl);
  admin = new Client({ connectionString: postgres.databaseUrl });
  await admin.connect();
});

afterEach(async () => {
  await service?.close();
  service = null;
});

afterAll(async () => {
  await admin?.end();
  await postgres?.stop();
});

/** Writes until the disk is full. The server writes to it meanwhile. */
async function fill(path: string): Promise<void> {
  await expect(writeFile(path, Buffer.alloc(2 * tablespaceBytes))).rejects.toThrow('ENOSPC');
}

describe('the service on a real server', () => {
  it('is not ready on a hot standby, and is once that is promoted', async () => {
    const primary = await startTestService();
    service = primary;
    expect(await askReadiness(primary)).toEqual(ready);
    const standby = await startStandby(postgres.databaseUrl);
    const onStandby = await startTestService({}, async () => standby.urlOf(primary.databaseUrl));
    try {
      expect(await askReadiness(onStandby)).toEqual(notReady('database'));
      expect(readinessLog(onStandby)).toContainEqual(
        expect.stringMatching(/^The database is read-only, or a standby: /),
      );
      await standby.promote();
      await expectReadiness(onStandby, ready);
      expect((await postParts(onStandby.endpoint, parts)).status).toBe(201);
    } finally {
      await onStandby.close();
      await standby.stop();
    }
  });

  it('is not ready while the tablespace of its database is full', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tablespace-'));
    const disk = await mountSmallDisk(directory, tablespaceBytes);
    if (disk === null) throw new Error('This test mounts a file system: it takes root');
    const { uid, gid } = accountOf('postgres');
    chownSync(directory, uid, gid);
    const filler = join(directory, 'filler');
    try {
      await admin.query(`create tablespace small location '${directory}'`);
      service = await startTestService({}, async (url) => {
        await admin.query(`alter database ${new URL(url).pathname.slice(1)} set tablespace small`);
        return url;
      });
      expect(await askReadiness(service)).toEqual(ready);
      await fill(filler);
      await expectReadiness(service, notReady('database'));
      expect(readinessLog(service)).toContain(
        'The disk of the database is full: make room on it, for bytes (df -h) or for files (df -i)',
      );
      await rm(filler);
      await expectReadiness(service, ready);
      expect((await postParts(service.endpoint, parts)).status).toBe(201);
    } finally {
      await rm(filler, { force: true });
      await service?.close();
      service = null;
      await admin.query('drop tablespace if exists small');
      disk.unmount();
      await rm(directory, { recursive: true, force: true });
    }
  });

  it('is not ready while its synchronous standby is gone, and holds no connection for each probe', async () => {
    const served = await startTestService();
    service = served;
    expect(await askReadiness(served)).toEqual(ready);
    const { rows } = await served.pool.query<{ name: string }>('select current_database() as name');
    const hanging = async () => {
      const waiting = await admin.query(
        `select from pg_stat_activity where datname = $1 and state = 'active' and query like '%write_readiness_probe%'`,
        [rows[0]?.name],
      );
      return waiting.rowCount ?? 0;
    };
    await setStandbyNames('nobody');
    try {
      await expectReadiness(served, notReady('database'));
      expect(readinessLog(served)).toContainEqual(
        expect.stringMatching(
          /^The database did not commit a row in time: look for a synchronous standby that is gone/,
        ),
      );
      let most = 0;
      for (const endAt = Date.now() + 20_000; Date.now() < endAt; ) {
        expect(await askReadiness(served)).toEqual(notReady('database'));
        most = Math.max(most, await hanging());
      }
      expect(most).toBeGreaterThan(0);
      // The hanging statement, and a second one that waits for its lock after the service has given up on the first.
      expect(most).toBeLessThanOrEqual(2);
    } finally {
      await setStandbyNames('');
    }
    await expectReadiness(served, ready);
    expect(await hanging()).toBe(0);
    expect((await postParts(served.endpoint, parts)).status).toBe(201);
  });

  it('says at the start that the password is wrong', async () => {
    await admin.query(`create role customer login password 'right'`);
    const { rows } = await admin.query<{ hba_file: string }>('show hba_file');
    await writeRules(rows[0]?.hba_file ?? '', ['host all customer all scram-sha-256', 'host all all all trust']);
    service = await startTestService({}, async (databaseUrl) => {
      const wrong = new URL(databaseUrl);
      wrong.username = 'customer';
      wrong.password = 'guessed';
      return wrong.href;
    });
    expect(await askReadiness(service)).toEqual(notReady('database'));
    expect(readinessLog(service)).toContain(
      'The database rejects the user or the password: correct them in DATABASE_URL, or let the user in (pg_hba.conf)',
    );
    expect(JSON.stringify(service.logLines)).not.toContain('guessed');
  });
});

async function setStandbyNames(names: string): Promise<void> {
  // A transaction that writes rows would wait for the standby at its commit. `alter system` does not.
  await admin.query(`alter system set synchronous_standby_names = '${names}'`);
  await admin.query('select pg_reload_conf()');
}

async function writeRules(file: string, lines: readonly string[]): Promise<void> {
  await writeFile(file, `${lines.join('\n')}\n`);
  await admin.query('select pg_reload_conf()');
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name]).toString());
  return { uid: id('-u'), gid: id('-g') };
}

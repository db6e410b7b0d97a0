import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedDatabase } from '../../src/platform/database/embedded.ts';
import {
  makeDataDirectory,
  makeDataDirectoryOf,
  postmasterPid,
  processesIn,
  removeDataDirectory,
} from './data-directory.ts';
import { compileProgram, type Message, type Program, type ServiceProcess, startService } from './service-process.ts';

const nobody = { uid: 65534, gid: 65534 };

let program: Program;
let dataDirectory: string;
let services: ServiceProcess[];

beforeAll(async () => {
  program = await compileProgram();
});

afterAll(() => program.remove());

beforeEach(async () => {
  dataDirectory = await makeDataDirectory();
  services = [];
});

afterEach(async () => {
  for (const service of services) await service.kill();
  try {
    await expect.poll(() => processesIn(dataDirectory)).toEqual([]);
  } finally {
    await removeDataDirectory(dataDirectory);
  }
});

function start(account: typeof nobody | null = null): ServiceProcess {
  const service = startService(program, dataDirectory, account);
  services.push(service);
  return service;
}

async function startedAt(service: ServiceProcess): Promise<unknown> {
  return (await service.query('select pg_postmaster_start_time() as at')).rows?.[0]?.at;
}

function expectRefusal(message: Message, ownerPid: number | undefined): void {
  expect(message.error).toBe('DataDirectoryInUseError');
  expect(message.message).toContain(dataDirectory);
  expect(message.message).toContain(`(process ${ownerPid})`);
  expect(message.message).not.toContain('FATAL');
}

describe('a start on a data directory', () => {
  it('takes over the server that a killed service left behind, and stops it in the end', async () => {
    const first = start();
    expect(await first.next()).toEqual({ ready: true });
    await first.query('create table t as select 7 as n');
    const before = await startedAt(first);
    await first.kill();
    expect(await processesIn(dataDirectory)).not.toEqual([]);

    const second = start();
    expect(await second.next()).toEqual({ ready: true });
    expect(await startedAt(second)).toBe(before);
    expect(await second.query('select n from t')).toEqual({ rows: [{ n: 7 }] });
    await second.close();
  });

  it('heals the crash of a server that it took over', async () => {
    const first = start();
    await first.next();
    await first.kill();
    const second = start();
    await second.next();
    process.kill(await postmasterPid(dataDirectory), 'SIGKILL');
    expect(await second.next()).toEqual({ event: 'the embedded PostgreSQL was lost' });
    expect(await second.next()).toEqual({ event: 'the embedded PostgreSQL is back' });
    expect(await second.query('select 1 as n')).toEqual({ rows: [{ n: 1 }] });
    await second.close();
  });

  it('lets one of several simultaneous starts win, the first time and later', async () => {
    for (const round of ['first', 'second']) {
      const contenders = [start(), start(), start()];
      const messages = await Promise.all(contenders.map((contender) => contender.next()));
      const winner = contenders[messages.findIndex((message) => message.ready)];
      const refusals = messages.filter((message) => !message.ready);
      expect(refusals, round).toHaveLength(2);
      for (const refusal of refusals) expectRefusal(refusal, winner?.pid);
      await winner?.close();
    }
  });

  it('starts whenever a first start was killed', async () => {
    for (const killAfterMs of [150, 250, 350, 450, 550, 650]) {
      const victim = start();
      await sleep(killAfterMs);
      await victim.kill();
    }
    const survivor = start();
    expect(await survivor.next()).toEqual({ ready: true });
    expect(await survivor.query('select 1 as n')).toEqual({ rows: [{ n: 1 }] });
    await survivor.close();
    const home = await readdir(join(dataDirectory, 'postgres'));
    expect(home.filter((name) => name.startsWith('initdb-'))).toEqual([]);
  });

  it('keeps the server when the terminal interrupts the whole group', async () => {
    const service = start();
    await service.next();
    service.signalGroup('SIGINT');
    expect(await service.next()).toEqual({ signal: 'SIGINT' });
    expect(await service.query('select 1 as n')).toEqual({ rows: [{ n: 1 }] });
    await service.close();
  });

  // Only root can switch to another user.
  it('serves an ordinary user, whose cluster root then uses and leaves as it was', async () => {
    await removeDataDirectory(dataDirectory);
    dataDirectory = await makeDataDirectoryOf(nobody);
    const ordinary = start(nobody);
    expect(await ordinary.next()).toEqual({ ready: true });
    await ordinary.close();
    const asRoot = await startEmbeddedDatabase({ dataDirectory, onIdleError: () => {}, onEvent: () => {} });
    await asRoot.close();
    const again = start(nobody);
    expect(await again.next()).toEqual({ ready: true });
    await again.close();
  });
});

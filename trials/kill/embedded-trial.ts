import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { clusterDirectory } from '../../src/platform/database/embedded/cluster.ts';
import { createFilesystemObjectStore } from '../../src/platform/objects/filesystem/object-store.ts';
import { createRandom } from '../random.ts';
import { withClosing } from '../service/closing.ts';
import { type Customers, startCustomers } from './customers.ts';
import { expectTo, type Findings } from './findings.ts';
import { type Inspection, inspect } from './inspection.ts';
import type { Kill } from './kills.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { killServer, serverProcesses } from './postgres-processes.ts';
import { type Replica, startReplica } from './replica.ts';
import { shortTimes } from './short-times.ts';

interface EmbeddedTrial {
  readonly kills: readonly Kill[];
  readonly ledger: Ledger;
  readonly inspection: Inspection;
}

const victims = ['the database', 'the service', 'the service and the database'] as const;
const bucket = 'trial';
const customerCount = 4;
const submissionsBetween = 15;
const timeoutMs = 60_000;
/** Time for the roll back of failed submissions without a database. A crash before that is a known limit (decisions/0005). */
const settlingMs = 1000;

/** Runs one service on its own data directory. In each round, kills its database, the service, and both at once. */
export async function runEmbeddedTrial(rounds: number, seed: number, findings: Findings): Promise<EmbeddedTrial> {
  const directory = await mkdtemp(join(tmpdir(), 'kill-embedded-'));
  const ledger = createLedger();
  const onFault = findings.violation;
  const service = startReplica({
    name: 'the embedded service',
    dataDirectory: directory,
    env: { ...shortTimes, BUCKET_NAME: bucket },
    onReady() {},
    onFault,
  });
  const customers = startCustomers({
    count: customerCount,
    random: createRandom(seed),
    ledger,
    port: () => service.port,
    onFault,
  });

  async function close(): Promise<void> {
    // Customers with a key repeat until they receive a response.
    await customers.pause();
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  }

  return withClosing(close, async () => {
    const kills: Kill[] = [];
    const goesOn = () => expectTo('After a kill', ledger.createdMore(submissionsBetween, timeoutMs), findings);
    await goesOn();
    for (let round = 0; round < rounds; round++) {
      for (const victim of victims) {
        await killOne(victim, service, directory);
        kills.push({ where: victim, senders: 'mixed', moment: 'any time' });
        await goesOn();
        if (victim === 'the database') await sleep(settlingMs);
      }
    }
    await customers.pause();
    return { kills, ledger, inspection: await inspectDirectory(directory, { service, customers, ledger, findings }) };
  });
}

async function killOne(victim: (typeof victims)[number], service: Replica, directory: string): Promise<void> {
  const cluster = clusterDirectory(directory);
  if (victim === 'the service') return service.killAround(async () => {});
  const processes = await serverProcesses(cluster);
  if (victim === 'the database') return killServer(processes.slice(0, 1));
  return service.killAround(() => killServer(processes));
}

interface Trialled {
  readonly service: Replica;
  readonly customers: Customers;
  readonly ledger: Ledger;
  readonly findings: Findings;
}

async function inspectDirectory(directory: string, { service, customers, ledger, findings }: Trialled) {
  const pool = new Pool({ host: clusterDirectory(directory), port: 5432, user: 'postgres', database: 'commissions' });
  pool.on('error', () => {});
  const objects = createFilesystemObjectStore({ directory: join(directory, 'objects'), bucket });
  try {
    const storeContents = { pool, objects, compared: new Set<string>() };
    const spooledFiles = async () => (await readdir(join(directory, 'spool')).catch(() => [])).length;
    const { linesAbout } = service;
    return await inspect({
      webhookWatch: null,
      storeContents,
      ledger,
      findings,
      linesAbout,
      spooledFiles,
      resendStored: customers.resendStored,
    });
  } finally {
    await objects.close();
    await pool.end();
  }
}

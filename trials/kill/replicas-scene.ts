import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { createSecretKeyText } from '../../src/platform/secrets/key-ring.ts';
import { createRandom } from '../random.ts';
import { type Customers, startCustomers } from './customers.ts';
import type { Findings } from './findings.ts';
import { type Fleet, startFleet } from './fleet.ts';
import type { Inspected } from './inspection.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { makeDue } from './quiet.ts';
import { graceMs } from './short-times.ts';
import { type ShownWatch, watchWhatIsShown } from './shown-watch.ts';
import { openBucket, type SharedDatabase, type SharedStore } from './stores.ts';
import { startWebhookWatch } from './webhook-watch.ts';

/** Replicas over shared stores, with the customers and the watches. */
export interface ReplicasScene {
  readonly fleet: Fleet;
  readonly customers: Customers;
  readonly ledger: Ledger;
  readonly watch: ShownWatch;
  readonly inspected: Inspected;
  close(): Promise<void>;
}

interface SceneOptions {
  readonly seed: number;
  readonly replicas: number;
  readonly database: SharedDatabase;
  readonly store: SharedStore;
  readonly findings: Findings;
}

const customerCount = 8;
const dueEveryMs = 2000;

export async function openReplicasScene({
  seed,
  replicas,
  database,
  store,
  findings,
}: SceneOptions): Promise<ReplicasScene> {
  const releases: (() => Promise<unknown>)[] = [];
  async function close(): Promise<void> {
    for (const release of releases.splice(0).reverse()) await release();
  }

  try {
    const directory = await mkdtemp(join(tmpdir(), 'kill-trial-'));
    releases.push(() => rm(directory, { recursive: true, force: true }));
    const pool = openPool(database.url);
    releases.push(() => pool.end());
    const objects = openBucket(store.settings);
    releases.push(() => objects.close());
    const onFault = findings.violation;
    const secretsKey = createSecretKeyText();
    const fleet = await startFleet({
      count: replicas,
      directory,
      databaseUrl: database.url,
      store: store.settings,
      secretsKey,
      random: createRandom(seed + 1),
      onFault,
    });
    releases.push(() => fleet.close());
    await fleet.untilReady(replicas);
    const webhookWatch = await startWebhookWatch(pool, secretsKey);
    releases.push(() => webhookWatch.close());

    const timer = setInterval(
      () => void Promise.all([makeDue(pool, graceMs), webhookWatch.makeDue()]).catch(() => {}),
      dueEveryMs,
    );
    releases.push(async () => clearInterval(timer));
    const watch = watchWhatIsShown(pool, onFault);
    releases.push(() => watch.stop());
    const ledger = createLedger();
    const random = createRandom(seed + 2);
    const customers = startCustomers({ count: customerCount, random, ledger, port: fleet.port, onFault });
    releases.push(() => customers.pause());
    const { linesAbout, spooledFiles } = fleet;
    const inspected = {
      storeContents: { pool, objects, compared: new Set<string>() },
      webhookWatch,
      ledger,
      findings,
      linesAbout,
      spooledFiles,
      resendStored: customers.resendStored,
    };
    return { fleet, customers, ledger, watch, inspected, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function openPool(url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 4 });
  // The trial also stops the database.
  pool.on('error', () => {});
  return pool;
}

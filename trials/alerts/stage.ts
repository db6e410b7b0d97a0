import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectPath } from '../../bench/paths.ts';
import { mountSmallDisk } from '../../test/support/small-disk.ts';
import { withClosing } from '../kill/closing.ts';
import { type S3Settings, type StoreName, startStore } from '../kill/stores.ts';
import { runCommand } from './commissions.ts';
import { type StoppableDatabase, startStoppableDatabase } from './database.ts';
import { createInstance, type Instance } from './instance.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';
import { startReceiver } from './receiver.ts';
import { scaledRules } from './scaled-rules.ts';
import { openStoreDoor, type StoreDoor } from './store-door.ts';
import { every, send } from './traffic.ts';

/** Two processes of the service on one database and one bucket, with some customers, and Prometheus beside them. */
export interface Stage {
  /** Takes commissions, shows the inbox and counts in the database. */
  readonly front: Instance;
  /** Takes commissions, sends deliveries and cleans up. */
  readonly worker: Instance;
  readonly database: StoppableDatabase;
  readonly door: StoreDoor;
  readonly prometheus: Prometheus;
  /** Holds what the faults write. */
  readonly directory: string;
  /** Runs a command of the service with the settings of the first process. */
  command(command: readonly string[], accepted?: readonly number[]): Promise<string>;
}

const diskBytes = 96 * 2 ** 20;
const floorBytes = 32 * 2 ** 20;
/** Few slots are soon taken. */
const maxUploads = '4';
const betweenCustomersMs = 250;
const countMs = 60_000;

/** Builds the stage, and takes it down when `work` has ended. Needs root, for the small disk. */
export async function withStage<T>(storeName: StoreName, work: (stage: Stage) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'alerts-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })];
  const opened = <Opened>(part: Opened, close: (part: Opened) => Promise<unknown>): Opened => {
    closers.unshift(() => close(part));
    return part;
  };
  const closeAll = async () => {
    for (const close of closers.splice(0)) await close().catch((error: unknown) => console.error(error));
  };
  return withClosing(closeAll, async () => {
    opened(await mountSmallDisk(join(directory, 'disk'), diskBytes), async (disk) => disk.unmount());
    const database = opened(await startStoppableDatabase(), (server) => server.remove());
    const store = opened(await startStore(storeName), (started) => started.close());
    const door = opened(await openStoreDoor(store.settings.endpoint), (started) => started.close());
    const receiver = opened(await startReceiver(), (started) => started.close());
    const shared = sharedVariables(database, door, store.settings);
    const folder = (name: string) => join(directory, 'disk', name);
    const front = await createInstance(folder('front'), { ...shared, ROLES: 'intake,inbox' });
    const worker = await createInstance(folder('worker'), { ...shared, ROLES: 'intake,upkeep' });
    for (const instance of [front, worker]) {
      await opened(instance, ({ stop }) => stop()).start();
      // The first of the two counts in the database, as long as it lives.
      if (instance === front) await untilCounting(front);
    }
    await runCommand(front.env, ['channels', 'add', 'webhook', receiver.url]);
    opened(
      every(betweenCustomersMs, () => send(front.endpoint)),
      (customers) => customers.stop(),
    );
    const rules = scaledRules(await readFile(projectPath('deploy/prometheus/alerts.yml'), 'utf8'));
    const prometheus = opened(
      await startPrometheus({
        directory: join(directory, 'prometheus'),
        rules,
        ports: [front.metricsPort, worker.metricsPort],
      }),
      (started) => started.stop(),
    );
    const command: Stage['command'] = (words, accepted) => runCommand(front.env, words, accepted);
    return work({ front, worker, database, door, prometheus, directory, command });
  });
}

function sharedVariables(
  { url }: StoppableDatabase,
  { endpoint }: StoreDoor,
  { bucket, region, credentials }: S3Settings,
): Record<string, string> {
  return {
    DATABASE_URL: url,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    DELIVERY_ALLOW_PRIVATE: 'true',
    MAX_UPLOADS: maxUploads,
    DISK_FLOOR_BYTES: String(floorBytes),
    TIME_LIMITS: 'sweepIntervalMs=1000,putAttempts=1',
    OBJECT_STORE: 's3',
    BUCKET_NAME: bucket,
    AWS_REGION: region,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}

async function untilCounting({ metricsPort }: Instance): Promise<void> {
  for (const giveUpAt = Date.now() + countMs; Date.now() < giveUpAt; await sleep(200)) {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    if (/^commissions_database_counts_timestamp_seconds /m.test(text)) return;
  }
  throw new Error('The first process does not count in the database');
}

import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { connectToServer } from './database/server.ts';
import { createSpool } from './form-data/create-spool.ts';
import { createApp } from './http/app.ts';
import { startRecovery } from './intake/recover.ts';
import type { ObjectStore } from './objects/object-store.ts';
import { createSubmissionRecords } from './records/create-submission-records.ts';
import type { Redact } from './redactor.ts';

export interface Service {
  /** Where it listens: `http://<host>:<port>`. */
  readonly address: string;
  /** Stops accepting, waits for the submissions under way, then releases everything. Idempotent. */
  close(): Promise<void>;
}

/** Builds the parts, each on those before it; what has been built is taken down again when a later one fails. */
export async function startService(config: Config, log: Logger, redact: Redact): Promise<Service> {
  const releases: (() => Promise<void>)[] = [];
  const acquired = <T>(part: T, release: (part: T) => Promise<void>): T => {
    releases.push(() => release(part));
    return part;
  };
  const close = onceOnly(() => releaseInReverse(releases, log));

  try {
    const spool = createSpool({
      directory: join(config.dataDirectory, 'spool'),
      memoryBudgetBytes: config.spoolMemoryBytes,
    });
    const database = acquired(await openDatabase(config, log), (part) => part.close());
    await spool.removeLeftOvers();
    const objects = acquired(await openObjectStore(config), (part) => part.close());
    const records = createSubmissionRecords(database.pool, {
      leaseMs: config.upload.leaseMs,
      graceMs: config.recovery.graceMs,
    });
    await prepareRecords(records.ready, log);
    const { intervalMs } = config.recovery;
    const recovery = acquired(startRecovery({ records, objects, log, intervalMs }), (part) => part.close());

    const app = acquired(
      createApp({
        hasBucket: config.bucketName !== null,
        apiRevision: config.apiRevision,
        maxRequestBytes: config.maxRequestBytes,
        stores: { records, objects, abandonLater: recovery.abandonLater },
        uploadLimits: config.upload,
        spool,
        log,
        redact,
      }),
      (part) => part.close(),
    );
    const address = await app.listen({ host: config.host, port: config.port });
    return { address, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openDatabase(config: Config, log: Logger): Promise<Database> {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'An idle database connection failed');
  if (config.databaseUrl !== null) return connectToServer({ url: config.databaseUrl, onIdleError });
  const { startEmbeddedDatabase } = await import('./database/embedded.ts');
  return startEmbeddedDatabase({
    dataDirectory: config.dataDirectory,
    onIdleError,
    onEvent: (message) => log.info(message),
  });
}

async function openObjectStore(config: Config): Promise<ObjectStore> {
  // Without a bucket no submission comes as far as the store.
  const bucket = config.bucketName ?? 'unconfigured';
  if (config.objectStore.kind === 'filesystem') {
    const { createFilesystemObjectStore } = await import('./objects/filesystem.ts');
    return createFilesystemObjectStore({ directory: join(config.dataDirectory, 'objects'), bucket });
  }
  // Loaded only where it is used: the client takes a good part of the start.
  const { createS3ObjectStore } = await import('./objects/s3.ts');
  const { region, credentials, endpoint, forcePathStyle } = config.objectStore;
  return createS3ObjectStore({
    bucket,
    region,
    forcePathStyle,
    ...(credentials && { credentials }),
    ...(endpoint && { endpoint }),
  });
}

/** A database that is down at the start is no reason to stay down: each submission tries again. */
async function prepareRecords(ready: () => Promise<void>, log: Logger): Promise<void> {
  try {
    await ready();
  } catch (error) {
    log.warn({ err: error }, 'The database is not ready: submissions fail until it is');
  }
}

async function releaseInReverse(releases: (() => Promise<void>)[], log: Logger): Promise<void> {
  for (const release of releases.reverse()) {
    await release().catch((error: unknown) => log.error({ err: error }, 'A part of the service did not close'));
  }
}

function onceOnly(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | null = null;
  return () => {
    result ??= work();
    return result;
  };
}

import { lookup } from 'node:dns/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { emptyCatalogue } from './catalogue/catalogue.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { createSpool } from './form-data/create-spool.ts';
import { createAdmission } from './http/admission.ts';
import { apiDocuments } from './http/api-documents.ts';
import { createApp } from './http/app.ts';
import { readBuiltPage } from './http/built-page.ts';
import type { PublishedDocument } from './http/documents.ts';
import { createReadiness } from './intake/readiness.ts';
import { createRecovery } from './intake/recover.ts';
import { onceOnly } from './once-only.ts';
import { packageFolder } from './package-folder.ts';
import { openObjectStore } from './parts.ts';
import { createSubmissionRecords } from './records/create-submission-records.ts';
import { publishExtras } from './records/extras.ts';
import { createSchema } from './records/schema.ts';
import type { SubmissionRecords } from './records/submission-records.ts';
import type { Redact } from './redactor.ts';

export interface Service {
  /** Where it listens: `http://<host>:<port>`. */
  readonly address: string;
  /** Stops accepting, waits for the submissions under way, then releases everything. Idempotent. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly redact: Redact;
  /** The service's own database, or its part of one that several processes share. */
  openDatabase(config: Config, log: Logger): Promise<Database>;
}

/** Builds the parts, each on those before it; what has been built is taken down again when a later one fails. */
export async function startService({ config, log, redact, openDatabase }: ServiceOptions): Promise<Service> {
  const releases: (() => Promise<void>)[] = [];
  const acquired = <T>(part: T, release: (part: T) => Promise<void>): T => {
    releases.push(() => release(part));
    return part;
  };
  const close = onceOnly(() => releaseInReverse(releases, log));

  const hasBucket = config.bucketName !== null;
  try {
    const spool = createSpool({
      directory: join(config.dataDirectory, 'spool'),
      memoryBudgetBytes: config.spoolMemoryBytes,
    });
    const database = acquired(await openDatabase(config, log), (part) => part.close());
    await spool.removeLeftOvers();
    const objects = acquired(await openObjectStore(config), (part) => part.close());
    const records = openRecords(config, database.pool);
    await prepareRecords(records.ready, log);
    const { intervalMs } = config.recovery;
    const recovery = createRecovery({ records, objects, log, intervalMs });
    // Without a bucket it would look for abandoned objects in a wrong place, and find that they are gone.
    if (hasBucket) acquired(recovery, (part) => part.close()).start();

    const app = acquired(
      createApp({
        publicPath: config.publicPath,
        allowedOrigins: config.allowedOrigins,
        documents: [
          ...(await pageOf(log)),
          ...apiDocuments({ ...config, catalogue: config.catalogue ?? emptyCatalogue }),
        ],
        hasBucket,
        apiRevision: config.apiRevision,
        maxRequestBytes: config.maxRequestBytes,
        pace: config.timeLimits,
        admission: createAdmission({ ...config.admission, maxRequestBytes: config.maxRequestBytes }),
        ...config.timeLimits,
        readiness: createReadiness({ hasBucket, records, objects }),
        stores: { records, objects, abandonLater: recovery.abandonLater },
        uploadLimits: { ...config.upload, submissionMs: config.timeLimits.submissionMs },
        spool,
        log,
        redact,
      }),
      (part) => part.close(),
    );
    // For a name with several addresses the framework would start servers of its own, without what this one was taught.
    const { address: host } = await lookup(config.host);
    const address = await app.listen({ host, port: config.port });
    return { address, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** With a catalogue, its extras are published before the records are first used. */
function openRecords({ catalogue, upload, recovery }: Config, pool: Pool): SubmissionRecords {
  const extras = catalogue?.extras.map(({ id, name }) => ({ id, name: name.en ?? id }));
  const schema = createSchema(pool, extras && ((pool) => publishExtras(pool, extras)));
  return createSubmissionRecords(pool, { leaseMs: upload.leaseMs, graceMs: recovery.graceMs }, schema);
}

/** A database that is down at the start is no reason to stay down: each submission tries again. */
async function prepareRecords(ready: () => Promise<void>, log: Logger): Promise<void> {
  try {
    await ready();
  } catch (error) {
    log.warn({ err: error }, 'The database is not ready: submissions fail until it is');
  }
}

/** Without the page commissions are taken all the same. */
async function pageOf(log: Logger): Promise<readonly PublishedDocument[]> {
  try {
    return await readBuiltPage(packageFolder('#page/index.html'));
  } catch (error) {
    log.warn({ err: error }, 'The page is not built: GET / is answered with 404 until `npm run build` has made it');
    return [];
  }
}

async function releaseInReverse(releases: (() => Promise<void>)[], log: Logger): Promise<void> {
  for (const release of releases.reverse()) {
    await release().catch((error: unknown) => log.error({ err: error }, 'A part of the service did not close'));
  }
}

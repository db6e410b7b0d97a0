import type { Logger } from 'pino';
import type { Config } from '../configuration/config.ts';
import type { Redact } from '../log/redactor.ts';
import type { StoreNames } from '../readiness/object-store-problem.ts';
import { createReadiness, type Readiness } from '../readiness/readiness.ts';
import type { RecentOutcomes } from '../readiness/recent-outcomes.ts';
import { createDatabaseProbe } from '../records/database-probe.ts';
import type { Foundation } from './foundation.ts';

export function openReadiness(
  config: Config,
  log: Logger,
  redact: Redact,
  { database: { pool }, schema, objects }: Foundation,
  outcomes: RecentOutcomes,
): Readiness {
  return createReadiness({
    databaseKind: config.databaseUrl === null ? 'embedded' : 'server',
    store: storeNames(config),
    database: createDatabaseProbe(pool, schema),
    objects,
    outcomes,
    log,
    redact,
  });
}

function storeNames({ bucketName, objectStore }: Config): StoreNames | null {
  if (bucketName === null) return null;
  const endpoint = objectStore.kind === 's3' ? (objectStore.endpoint ?? null) : null;
  return { bucket: bucketName, endpoint };
}

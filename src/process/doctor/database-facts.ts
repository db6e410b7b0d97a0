import { existsSync } from 'node:fs';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import type { Database } from '../../database/database.ts';
import { clusterDirectory } from '../../database/embedded/cluster.ts';
import { timeoutSettings } from '../../database/pool.ts';
import { examinePooler } from '../../database/pooler.ts';
import type { DatabaseFacts } from '../../doctor/database/checks.ts';
import { databaseProblem } from '../../readiness/database-problem.ts';
import { readSchemaVersions, readTableNames } from '../../records/migrations.ts';
import { packageFolder } from '../own-package.ts';
import type { Releases } from '../releases.ts';
import { isRestoreUnfinished } from '../stores/schema.ts';
import { openSharedDatabase } from '../stores/stores.ts';

/** Connections of the deliveries and of the listeners. */
const otherConnections = 8;

/** Returns a function that opens the service's database once. It never creates an embedded database. */
export function createPoolOpener(config: Config, log: Logger, releases: Releases): () => Promise<Pool | null> {
  let opening: Promise<Database> | null = null;
  return async () => {
    if (config.databaseUrl === null && !existsSync(clusterDirectory(config.dataDirectory))) return null;
    opening ??= openSharedDatabase(config, log).then((database) => releases.add(database, (opened) => opened.close()));
    return (await opening).pool;
  };
}

export function databaseFacts(config: Config, openPool: DatabaseFacts['openPool']): DatabaseFacts {
  const { databaseUrl, databasePoolSize, inbox, timeLimits } = config;
  const migrations = packageFolder('#migrations/001-requests.sql');
  return {
    openPool,
    explain: (error) => databaseProblem(error, databaseUrl === null ? 'embedded' : 'server'),
    connections: databasePoolSize + (inbox?.databaseConnections ?? 0) + otherConnections,
    examinePooler: (client, connection) => examinePooler(client, connection, timeoutSettings(timeLimits)),
    tables: () => readTableNames(migrations),
    versions: (client) => readSchemaVersions(client, migrations),
    isRestoreUnfinished,
  };
}

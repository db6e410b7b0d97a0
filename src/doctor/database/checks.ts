import type { PoolClient } from 'pg';
import type { Check } from '../check.ts';
import { askClock } from './clock.ts';
import { askCommits } from './commits.ts';
import { askConnections } from './connections.ts';
import { askDurability } from './durability.ts';
import { askEncoding } from './encoding.ts';
import { askMigrations, type SchemaVersions } from './migrations.ts';
import { askPooler, type ExaminePooler } from './pooler.ts';
import { askReachable } from './reachable.ts';
import { askRights } from './rights.ts';
import { createDatabaseChecker, type DatabaseAccess } from './session.ts';
import { askVersion } from './version.ts';
import { askWrites } from './writes.ts';

export interface DatabaseFacts extends DatabaseAccess {
  /** Connections that one process has at most. */
  readonly connections: number;
  readonly examinePooler: ExaminePooler;
  /** The names of all tables of the service. */
  tables(): Promise<readonly string[]>;
  versions(client: PoolClient): Promise<SchemaVersions>;
}

export function createDatabaseChecks(facts: DatabaseFacts): readonly Check[] {
  return [
    askReachable(),
    askVersion(() => new Date()),
    askWrites(),
    askRights(facts.tables),
    askEncoding(),
    askDurability(),
    askPooler(facts.examinePooler),
    askConnections(facts.connections),
    askClock(Date.now),
    askCommits(),
    askMigrations(facts.versions),
  ].map(createDatabaseChecker(facts));
}

import { askBackupAge } from '../backup/backup-age.ts';
import { backupResultQuestion } from '../backup/backup-result.ts';
import { heldDeliveriesQuestion } from '../backup/held-deliveries.ts';
import type { Check } from '../check.ts';
import { createDatabaseChecker, type DatabaseAccess } from '../session.ts';
import { askTables, type SchemaFacts } from '../upgrade/tables.ts';
import { askClock } from './clock.ts';
import { commitsQuestion } from './commits.ts';
import { askConnections, askPooler, type ExaminePooler } from './connections.ts';
import { durabilityQuestion } from './durability.ts';
import { feedQuestion } from './feed.ts';
import { askRights } from './rights.ts';
import { encodingQuestion, reachableQuestion, versionQuestion } from './server.ts';
import { askStudio, type StudioFacts } from './studio.ts';
import { askWrites } from './writes.ts';

export interface DatabaseFacts extends DatabaseAccess, SchemaFacts {
  /** Maximum connections of one process. */
  readonly connections: number;
  readonly examinePooler: ExaminePooler;
  readonly studio: StudioFacts;
  /** Whether neither the rows nor the attachments are on this machine. */
  readonly isElsewhere: boolean;
  /** The names of all tables and views of the service. */
  tables(): Promise<readonly string[]>;
}

export function createDatabaseChecks(facts: DatabaseFacts): readonly Check[] {
  return [
    reachableQuestion,
    versionQuestion,
    askWrites(facts.explain),
    askRights(facts.tables),
    encodingQuestion,
    durabilityQuestion,
    askPooler(facts.examinePooler),
    askConnections(facts.connections),
    askClock(Date.now),
    commitsQuestion,
    feedQuestion,
    askStudio(facts.studio),
    askTables(facts),
    askBackupAge(facts.isElsewhere),
    backupResultQuestion,
    heldDeliveriesQuestion,
  ].map(createDatabaseChecker(facts));
}

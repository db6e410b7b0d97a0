import type { PoolClient } from 'pg';
import { type Finding, ok, warning, wrong } from '../check.ts';
import type { DatabaseQuestion } from './session.ts';

interface SchemaVersions {
  /** The newest migration of the database, or 0 without tables. */
  readonly current: number;
  /** The newest migration of this program. */
  readonly newest: number;
}

export interface SchemaFacts {
  versions(client: PoolClient): Promise<SchemaVersions>;
  /** Resolves with true when a restore into this database has begun and not ended. */
  isRestoreUnfinished(client: PoolClient): Promise<boolean>;
}

/** Checks that the tables have this program's schema version, and all their rows. */
export function askMigrations({ versions, isRestoreUnfinished }: SchemaFacts): DatabaseQuestion {
  return {
    name: 'database.migrations',
    // The start of the service migrates the tables.
    quick: false,
    async ask(client) {
      const found = await versions(client);
      // A restore into an earlier version of the tables migrates them itself.
      if (found.current <= found.newest && (await isRestoreUnfinished(client))) return [unfinishedRestore];
      return [findingOf(found)];
    },
  };
}

const unfinishedRestore = wrong('A restore into this service was interrupted: the service does not start', {
  remedy: 'Run the same commissions restore again, with the same folder or bucket: it resumes',
});

function findingOf({ current, newest }: SchemaVersions): Finding {
  if (current === 0) return ok('There are no tables yet: the first start creates them');
  if (current === newest) return ok(`The tables are those of this version (${current})`);
  if (current > newest) {
    return wrong(
      `The tables are those of a later version (${current}), and this program supports them up to ${newest}`,
      {
        remedy: 'Run the later version again, or restore the back-up from before the upgrade into an empty service',
      },
    );
  }
  return warning(`The tables are those of an earlier version (${current}), and this program needs ${newest}`, {
    remedy: 'Back up, then restart the service with this version, or run the migrations separately (MIGRATE=off)',
    command: 'commissions migrate',
  });
}

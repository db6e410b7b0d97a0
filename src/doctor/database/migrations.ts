import type { PoolClient } from 'pg';
import type { Finding } from '../check.ts';
import { ok, warning, wrong } from '../finding.ts';
import type { DatabaseQuestion } from './session.ts';

export interface SchemaVersions {
  /** The newest migration of the database, or 0 without tables. */
  readonly current: number;
  /** The newest migration of this program. */
  readonly newest: number;
}

/** Checks that the tables have this program's schema version. */
export function askMigrations(read: (client: PoolClient) => Promise<SchemaVersions>): DatabaseQuestion {
  return {
    name: 'database.migrations',
    // The start of the service migrates the tables.
    quick: false,
    ask: async (client) => [findingOf(await read(client))],
  };
}

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
    remedy: 'Back up, then restart the service with this version, or migrate apart from it (MIGRATE=off)',
    command: 'commissions migrate',
  });
}

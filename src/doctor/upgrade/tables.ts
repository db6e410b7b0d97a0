import type { PoolClient } from 'pg';
import { type Finding, ok, warning, wrong } from '../check.ts';
import type { DatabaseQuestion } from '../session.ts';

interface SchemaVersions {
  /** The newest migration of the database, or 0 without tables. */
  readonly current: number;
  /** The newest migration of this program. */
  readonly newest: number;
  /** Whether the tables are those of version 0.1.0. */
  readonly isPrerelease: boolean;
  /** The names of the migrations that the database has not had yet, in order. */
  readonly pending: readonly string[];
}

export interface SchemaFacts {
  versions(client: PoolClient): Promise<SchemaVersions>;
  /** Whether a start runs pending migrations. Otherwise it refuses to start. */
  readonly migratesAtStart: boolean;
  /** Resolves with true when a restore into this database has begun and not ended. */
  isRestoreUnfinished(client: PoolClient): Promise<boolean>;
}

/** Checks whether this version starts on the tables, and whether it changes them first. */
export function askTables({ versions, migratesAtStart, isRestoreUnfinished }: SchemaFacts): DatabaseQuestion {
  return {
    name: 'upgrade.tables',
    // The start of the service migrates the tables.
    quick: false,
    async ask(client) {
      const found = await versions(client);
      if (found.isPrerelease) return [prerelease(found)];
      // A restore into an earlier version of the tables migrates them itself.
      if (found.current <= found.newest && (await isRestoreUnfinished(client))) return [unfinishedRestore];
      return [findingOf(found, migratesAtStart)];
    },
  };
}

const unfinishedRestore = wrong('A restore into this service was interrupted: the service does not start', {
  remedy: 'Run the same commissions restore again, with the same folder or bucket: it resumes',
});

function prerelease({ current }: SchemaVersions): Finding {
  return wrong(`The tables are those of version 0.1.0 (${current}), whose data no later version reads`, {
    remedy: 'Run 0.1.0 again, or start this version with an empty database and an empty bucket',
  });
}

function findingOf(versions: SchemaVersions, migratesAtStart: boolean): Finding {
  const { current, newest, pending } = versions;
  if (current > newest) {
    return wrong(
      `The tables are those of a later version (${current}), and this program supports them up to ${newest}`,
      {
        remedy: 'Run the later version again, or restore the back-up from before the upgrade into an empty service',
      },
    );
  }
  if (pending.length === 0) return ok(`The tables are those of this version (${current})`);
  if (!migratesAtStart) return refused(versions);
  if (current === 0) return ok('There are no tables yet: the first start creates them');
  return warning(`${earlierTables(versions)}, and the first start of this version runs ${pending.join(', ')}`, {
    remedy: 'Back up before, with the version that runs now: that back-up is the only way back',
    command: 'commissions backup /var/backups/commissions',
  });
}

function refused(versions: SchemaVersions): Finding {
  const { current, pending } = versions;
  const tables = current === 0 ? 'There are no tables yet' : earlierTables(versions);
  return wrong(`${tables}, ${pending.join(', ')} must run first, and MIGRATE is off: this version does not start`, {
    remedy: current === 0 ? 'Run the migrations' : 'Back up with the version that runs now, then run the migrations',
    command: 'commissions migrate',
  });
}

function earlierTables({ current, newest }: SchemaVersions): string {
  return `The tables are those of an earlier version (${current}; this one has ${newest})`;
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';

/** A migration in a file `<version>-<name>.sql`. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly fileName: string;
}

const undefinedTable = '42P01';
const relationPattern = /^create (?:or replace )?(?:unlogged )?(?:table|view) (?:if not exists )?(\w+)/gm;
/** The table of the migrations that a database has had. No migration creates it. */
export const versionsTable = 'commission_schema_version';
const filePattern = /^(\d+)-(.+)\.sql$/;

/** Returns the migrations of the directory, in the order of their versions. */
export async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const files = (await readdir(directory)).map((fileName) => filePattern.exec(fileName));
  return files
    .filter((match) => match !== null)
    .map(([fileName, version, name = '']) => ({ version: Number(version), name, fileName }))
    .sort((a, b) => a.version - b.version);
}

/** Returns the names of the tables and views that the migrations of the directory leave in a database. */
export async function readRelationNames(directory: string): Promise<readonly string[]> {
  const migrations = await readMigrations(directory);
  const texts = await Promise.all(migrations.map(({ fileName }) => readFile(join(directory, fileName), 'utf8')));
  const created = texts.flatMap((text) => [...text.matchAll(relationPattern)].map(([, name = '']) => name));
  return [...new Set([versionsTable, ...created])];
}

/** Returns the versions of the first and the last of these migrations. */
export function versionRange(migrations: readonly Migration[]) {
  return { first: migrations[0]?.version ?? 0, newest: migrations.at(-1)?.version ?? 0 };
}

/** The schema version of a database, compared with the one of this program. */
type SchemaVersions = Readonly<Awaited<ReturnType<typeof readSchemaVersions>>>;

/** The tables do not fit this program. The message names the remedy. */
export class SchemaVersionError extends Error {
  override readonly name = 'SchemaVersionError';
}

/** Reads the versions without a lock and without changes. @param directory Where the migrations are. */
export async function readSchemaVersions(database: Pool | PoolClient, directory: string) {
  const [current, migrations] = await Promise.all([currentVersion(database), readMigrations(directory)]);
  return {
    /** The last migration that the database has had, 0 for an empty database. */
    current,
    ...versionRange(migrations),
    /** The migrations that the database has not had yet, in order. */
    pending: migrations.filter(({ version }) => version > current),
  };
}

async function currentVersion(database: Pool | PoolClient): Promise<number> {
  const text = `select coalesce(max(version), 0)::int as version from ${versionsTable}`;
  try {
    return (await database.query<{ version: number }>(text)).rows[0]?.version ?? 0;
  } catch (error) {
    if ((error as { code?: unknown }).code === undefinedTable) return 0;
    throw error;
  }
}

/** True for the tables of 0.1.0, whose migrations have numbers below the first that this program knows. */
export function isPrerelease({ current, first }: Pick<SchemaVersions, 'current' | 'first'>): boolean {
  return current > 0 && current < first;
}

/** @throws {SchemaVersionError} when no migration of this program leads from or to the tables of the database */
export function assertSupported(versions: SchemaVersions): void {
  const { current, newest } = versions;
  if (isPrerelease(versions)) {
    throw new SchemaVersionError(
      `The tables are those of version 0.1.0 (${current}), whose data no later version reads: ` +
        'run 0.1.0 again, or start this version with an empty database and an empty bucket',
    );
  }
  if (current <= newest) return;
  throw new SchemaVersionError(
    `The database was migrated to ${current} by a newer version of the service, and this version knows ${newest}: ` +
      'run the newer version again, or restore the back-up from before the upgrade into an empty service',
  );
}

/** Returns the file name without `.sql`: `018-name`. */
export function migrationName({ fileName }: Migration): string {
  return fileName.replace(/\.sql$/, '');
}

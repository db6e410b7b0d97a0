import { ok, skipped, warning } from '../check.ts';
import { psqlCommand, sqlName } from '../shell-command.ts';
import type { DatabaseQuestion } from './session.ts';

interface Drift {
  readonly database: string;
  /** The collation as an SQL identifier, or null for that of the database itself. */
  readonly name: string | null;
  readonly recorded: string;
  readonly actual: string;
}

/** The collations of the database and of its columns whose rules are no longer those that the indexes were made by. */
const driftText = `
  select current_database() as database, null::text as name, datcollversion as recorded,
    pg_database_collation_actual_version(oid) as actual
  from pg_database
  where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)
  union all
  select current_database(), name::text, collversion, pg_collation_actual_version(oid)
  from (select oid, oid::regcollation as name, collversion from pg_collation) c
  where collversion <> pg_collation_actual_version(oid) and exists (
    select from pg_attribute a join pg_class r on r.oid = a.attrelid join pg_namespace n on n.oid = r.relnamespace
    where a.attcollation = c.oid and r.relkind in ('r', 'i') and n.nspname = current_schema())`;

/** Codes of wire-compatible engines that keep no versions of collations. */
const unknownCodes: readonly unknown[] = ['42703', '42704', '42883', '42P01', '0A000'];

/** Checks that the system's order of texts is the one that the indexes were made by. An update of the system may change it. */
export const collationQuestion: DatabaseQuestion = {
  name: 'database.collation',
  quick: true,
  async ask(client) {
    try {
      const { rows } = await client.query<Drift>(driftText);
      return rows.length === 0 ? [ok('The indexes are in the order of the texts')] : rows.map(driftFinding);
    } catch (error) {
      if (!unknownCodes.includes((error as { code?: unknown }).code)) throw error;
      return [skipped('The server keeps no versions of collations')];
    }
  },
};

function driftFinding({ database, name, recorded, actual }: Drift) {
  const [which, alteration] =
    name === null
      ? [`the database ${database}`, `alter database ${sqlName(database)} refresh collation version`]
      : [`the collation ${name}`, `alter collation ${name} refresh version`];
  return warning(
    `The order of texts in ${which} has changed with the system, from version ${recorded} to ${actual}: ` +
      'indexes may miss rows and let duplicates in',
    {
      remedy: 'Build the indexes again, as the owner of the database, while the service is stopped',
      command: psqlCommand(database, `reindex database ${sqlName(database)}`, alteration),
    },
  );
}

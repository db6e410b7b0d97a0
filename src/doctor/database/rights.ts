import { type Finding, ok, wrong } from '../check.ts';
import type { DatabaseQuestion } from '../session.ts';
import { psqlCommand, sqlName } from '../shell-command.ts';

interface SchemaRights {
  readonly role: string;
  readonly database: string;
  /** Null when no schema of the search path exists. */
  readonly schema: string | null;
  readonly may_create: boolean | null;
}

interface TableRights {
  readonly name: string;
  /** Only an owner may alter the table. */
  readonly is_owner: boolean;
  readonly may_use: boolean;
}

const schemaText = `
  select current_user as role, current_database() as database, current_schema() as schema,
    has_schema_privilege(current_schema(), 'USAGE') and has_schema_privilege(current_schema(), 'CREATE') as may_create`;

const tablesText = `
  select c.relname as name, pg_has_role(c.relowner, 'USAGE') as is_owner,
    has_table_privilege(c.oid, 'SELECT') and (c.relkind = 'v' or has_table_privilege(c.oid, 'INSERT')
      and has_table_privilege(c.oid, 'UPDATE') and has_table_privilege(c.oid, 'DELETE')) as may_use
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v') and c.relname = any($1)
  order by c.relname`;

/**
 * Checks that the user has the rights that the service needs, and those that the first start of a later version needs:
 * to create tables and to alter existing ones.
 * @param tables The names of all tables and views of the service.
 */
export function askRights(tables: () => Promise<readonly string[]>): DatabaseQuestion {
  return {
    name: 'database.rights',
    quick: false,
    async ask(client) {
      const [rights] = (await client.query<SchemaRights>(schemaText)).rows;
      if (rights === undefined) throw new Error('the database did not return the rights');
      const there = (await client.query<TableRights>(tablesText, [await tables()])).rows;
      const findings = [...schemaFaults(rights), ...tableFaults(rights, there)];
      if (findings.length > 0) return findings;
      return [ok(`The user ${rights.role} may create, alter and use the tables`)];
    },
  };
}

function schemaFaults({ role, database, schema, may_create }: SchemaRights): readonly Finding[] {
  if (schema === null) {
    return [
      wrong(
        `The user ${role} has no schema to create tables in: its search_path names none that exists and is open to it`,
        {
          remedy: 'Create one for it, or name another in its search_path',
          command: psqlCommand(database, `create schema authorization ${sqlName(role)}`),
        },
      ),
    ];
  }
  if (may_create) return [];
  return [
    wrong(`The user ${role} may not create tables in the schema ${schema}, as the first start and updates do`, {
      remedy: 'Give it the right, as a superuser or the owner of the schema',
      command: psqlCommand(database, `grant usage, create on schema ${sqlName(schema)} to ${sqlName(role)}`),
    }),
  ];
}

function tableFaults({ role, database, schema }: SchemaRights, tables: readonly TableRights[]): readonly Finding[] {
  const foreign = tables.filter((table) => !table.is_owner);
  if (foreign.length === 0) return [];
  const unusable = foreign.filter((table) => !table.may_use);
  const [worst = foreign] = unusable.length > 0 ? [unusable] : [];
  const which = `${worst.length} of ${tables.length} tables of the service, such as ${worst[0]?.name}`;
  const statements = foreign.map(
    ({ name }) => `alter table ${sqlName(schema ?? '')}.${sqlName(name)} owner to ${sqlName(role)}`,
  );
  return [
    wrong(
      unusable.length > 0
        ? `The user ${role} may not read and write ${which}`
        : `The user ${role} does not own ${which}, so that an update cannot alter them`,
      {
        remedy: 'Make it their owner, as a superuser',
        command: psqlCommand(database, statements.join('; ')),
      },
    ),
  ];
}

import type { ClientBase } from 'pg';

/** A table as a back-up copies it. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that name a request by a foreign key. */
  readonly requestColumns: readonly string[];
  /** Columns whose values come from a sequence. */
  readonly identityColumns: readonly string[];
}

const requestTable = 'commission_requests';

/**
 * Tables that no back-up holds. Their rows are rebuilt, belong to one process or one database cluster, or are sessions,
 * which a restore ends. Every other table of the service is copied, including tables of later versions.
 */
export const leftOutTables: readonly string[] = [
  'commission_schema_version',
  'service_state',
  'upload_intents',
  'request_labels',
  'request_search',
  'request_search_progress',
  'readiness_probe',
  'operator_sessions',
  'sign_in_attempts',
  'inbox_address',
  'change_keys',
  'metrics_lease',
  'guard_proofs',
  'request_arrivals',
  'opening_asks',
];

const shapesText = `
  select c.relname as name,
    array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
    ) as columns,
    array(
      select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped
    ) as "identityColumns",
    array(
      select a.attname::text from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = to_regclass('${requestTable}')
    ) as "requestColumns",
    array(
      select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
    ) as referenced
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = (
    select relnamespace from pg_class where oid = to_regclass('commission_schema_version')
  )
  order by c.relname`;

interface ShapeRow extends TableShape {
  readonly referenced: readonly string[];
}

/** Resolves with the tables that a back-up holds. Each table comes after the tables that it references. */
export async function tableShapes(client: ClientBase): Promise<readonly TableShape[]> {
  const { rows } = await client.query<ShapeRow>(shapesText);
  return inOrder(rows.filter(({ name }) => !leftOutTables.includes(name)));
}

function inOrder(rows: readonly ShapeRow[]): readonly ShapeRow[] {
  const ordered: ShapeRow[] = [];
  const waiting = [...rows];
  while (waiting.length > 0) {
    const names = waiting.map(({ name }) => name);
    const index = waiting.findIndex(({ referenced }) => !referenced.some((name) => names.includes(name)));
    if (index === -1) throw new Error(`The tables ${names.join(', ')} reference each other in a circle`);
    ordered.push(...waiting.splice(index, 1));
  }
  return ordered;
}

// A request that waits for the guard has the network address of its sender in clear, until its verdict.
const guardWithoutAddress = "case t.judging when 'guard' then t.guard - 'address' else t.guard end";

/** Returns the statement that copies a table's rows. Rows of requests that have not arrived whole are left out. */
export function copyOutText({ name, columns, requestColumns }: TableShape): string {
  const copied = (column: string) =>
    name === requestTable && column === 'guard' ? guardWithoutAddress : `t.${quoted(column)}`;
  const list = columns.map(copied).join(', ');
  const source = name === requestTable ? 'submitted_commission_requests' : quoted(name);
  const conditions = requestColumns.map(
    (column) => `exists (select from submitted_commission_requests s where s.id = t.${quoted(column)})`,
  );
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `copy (select ${list} from ${source} t${where}) to stdout`;
}

/** Returns the name as a quoted SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

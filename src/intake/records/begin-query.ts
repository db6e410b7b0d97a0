import type { QueryConfig } from 'pg';
import { insertCreatedDeliveries } from '../../events/delivery-clauses.ts';
import { beginIntents } from '../journal/intent-clauses.ts';
import { storedEntries } from '../submission/request-fields.ts';
import type { Submission } from '../submission/submission.ts';

/** The columns of `rowOf`, and their types. */
const columns: readonly (readonly [string, string])[] = [
  ['id', 'uuid'],
  ['created_at', 'timestamptz'],
  ...storedEntries.map(([, { column, type }]) => [column, type] as const),
  ['commission_form', 'jsonb'],
  ['judging', 'text'],
  ['guard', 'jsonb'],
  ['served_revision', 'int'],
  ['keys', 'text[]'],
  ['idempotency_key', 'text'],
  ['fingerprint', 'text'],
];

const fieldColumns = storedEntries.map(([, { column }]) => column).join(', ');

// A form may name any number as its revision.
const knownForm = `
  case when commission_form ? 'revision' and not exists (
    select from studio_revisions s where s.revision = (commission_form->>'revision')::int
  ) then commission_form || '{"revision": null}' else commission_form end`;

/** The clause that inserts the requests of `submitted`. */
export const insertRequests = `
  insert into commission_requests (
    id, created_at, status, has_files, ${fieldColumns}, commission_form, hold, judging, guard, arrived_at, served_revision
  )
  select id, created_at, 'NEW', keys <> '{}', ${fieldColumns}, ${knownForm}, case judging when 'guard' then 'pending' end,
    judging, guard, case when judging is not null then now() end, served_revision
  from submitted`;

type Row = Readonly<Record<string, unknown>>;

export function rowOf({
  id,
  createdAt,
  payload,
  client,
  commissionForm,
  judgedBy: { judging, guard },
  servedRevision,
  idempotency,
  files,
}: Submission): Row {
  const row: Record<string, unknown> = {
    id,
    created_at: createdAt,
    commission_form: commissionForm?.content ?? null,
    judging,
    guard,
    served_revision: servedRevision,
    keys: files.map((file) => file.key),
    idempotency_key: idempotency?.key,
    fingerprint: idempotency?.fingerprint,
  };
  const values = { ...payload, ...client };
  for (const [name, { column }] of storedEntries) row[column] = values[name];
  return row;
}

/** The clause of the relation `arrived`, and its parameters. */
interface Arrived {
  readonly name: string;
  readonly clause: string;
  readonly values: readonly unknown[];
}

// The values of one request are a constant, which PostgreSQL puts where it is read. The JSON of a group is read once.
const oneArrived = `arrived as not materialized (
  select ${columns.map(([column, type], index) => `$${index + 1}::${type} as ${column}`).join(', ')}
)`;
export const groupArrived = `arrived as (
  select * from json_to_recordset($1) as (${columns.map((column) => column.join(' ')).join(', ')})
)`;

function arrivedOf(submissions: readonly Submission[]): Arrived {
  const rows = submissions.map(rowOf);
  const [row] = rows;
  if (row === undefined || rows.length > 1) {
    return { name: 'begin-group', clause: groupArrived, values: [JSON.stringify(rows)] };
  }
  return { name: 'begin', clause: oneArrived, values: columns.map(([column]) => row[column]) };
}

// A statement inserts a key only under the key's advisory lock, and never waits for that lock. It skips keys that
// another transaction has locked, like keys that are taken.
const keysClauses = `
  taken as (
    insert into idempotency_keys (key, fingerprint, request_id)
    select idempotency_key, fingerprint, id from arrived
    where idempotency_key is not null and pg_try_advisory_xact_lock(hashtextextended(idempotency_key, 0))
    on conflict (key) do nothing
    returning request_id
  ), submitted as (
    select * from arrived where idempotency_key is null or id in (select request_id from taken)
  )`;

// With the key-share lock an extra that is being deleted counts as missing, and the submission does not fail (C18).
const insertLinks = `
  insert into commission_request_extras (request_id, extra_id)
  select listed.request_id, extra.id
  from (select distinct id as request_id, unnest(extra_ids) as extra_id from submitted) as listed
    join commission_extras extra on extra.id = listed.extra_id
  for key share of extra`;

/** A clause that only some submissions need. The statements of other submissions do without it. */
interface Part {
  readonly name: string;
  readonly clause: string;
}

const allSubmitted: Part = { name: '', clause: 'submitted as not materialized (select * from arrived)' };
const keys: Part = { name: '-keys', clause: keysClauses };
const links: Part = { name: '-links', clause: `links as (${insertLinks})` };
const linksWithoutWaiting: Part = { name: '-links-nowait', clause: `links as (${insertLinks} nowait)` };
const intentsBy = (leaseParameter: string): Part => ({
  name: '-intents',
  clause: `intents as (${beginIntents(leaseParameter)})`,
});

const isVisible = "keys = '{}' and judging is distinct from 'guard'";

// This statement makes requests without files visible. Requests with files become visible when they are completed. Those
// that wait for a verdict become visible with it.
const created: Part = {
  name: '',
  clause: `created as (
    insert into request_events (request_id, actor_kind, kind)
    select id, 'customer', 'created' from submitted where ${isVisible}
  )`,
};
const deliveries: Part = {
  name: '',
  clause: `deliveries_made as (
    ${insertCreatedDeliveries(`(select id as request_id from submitted where ${isVisible})`)}
  )`,
};

/** Returns the statement that stores these submissions. Its result has the `id` of each submission that it stored. */
export function beginQuery(submissions: readonly Submission[], leaseMs: number): QueryConfig {
  const isAny = (has: (submission: Submission) => boolean) => submissions.some(has);
  const hasFiles = isAny(({ files }) => files.length > 0);
  // A group does not wait for locks: it fails, and each of its submissions is sent again alone, which may wait.
  const ownLinks = submissions.length === 1 ? links : linksWithoutWaiting;
  const arrived = arrivedOf(submissions);
  const parts = [
    isAny(({ idempotency }) => idempotency !== null) ? keys : allSubmitted,
    ...(isAny(({ payload }) => payload.extraIds.length > 0) ? [ownLinks] : []),
    ...(hasFiles ? [intentsBy(`$${arrived.values.length + 1}`)] : []),
    created,
    deliveries,
  ];
  return {
    name: [arrived.name, ...parts.map(({ name }) => name)].join(''),
    text: `with ${[arrived, ...parts].map(({ clause }) => clause).join(', ')} ${insertRequests} returning id`,
    values: [...arrived.values, ...(hasFiles ? [leaseMs] : [])],
  };
}

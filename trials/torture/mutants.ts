import type { Pool, QueryConfig } from 'pg';
import { createSubmissionRecords } from '../../src/intake/records/create-submission-records.ts';
import type { SubmissionRecords } from '../../src/intake/records/submission-records.ts';
import type { Submission } from '../../src/intake/submission/submission.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { asBuilt, type Protocol, timeLimits } from './protocol.ts';

const insertFiles = `
  insert into commission_request_files (
    id, request_id, position, file_key, original_file, file_type, file_size, upload_date, sha256
  )
  select file.id, ended.request_id, file.position, file.key, file.name, file.type, file.size, now(), file.sha256
  from ended, jsonb_to_recordset($2)
    as file (id uuid, position int, key text, name text, type text, size bigint, sha256 text)`;

const completeWithoutIntent = `with ended as (select $1::uuid as request_id) ${insertFiles}`;

const completeOnce = `
  with ended as (
    delete from upload_intents where request_id = $1 and fence = $3 and state = 'PENDING' returning request_id
  ) ${insertFiles}`;

const removeRequest = 'delete from commission_requests where id = $1';

const condemnPending = `
  with condemned as (
    update upload_intents set state = 'CONDEMNED', condemned_at = now(), next_attempt_at = now()
    where request_id = $1 and state = 'PENDING'
    returning request_id
  )
  delete from commission_requests where id in (select request_id from condemned)`;

const forgetNow = `delete from upload_intents where request_id = $1 and state = 'CONDEMNED'`;

/** Uses only the order of the specification: record, uploads, file records, and a rollback. */
const journalLeftOut: Protocol = {
  ...asBuilt,
  name: 'journal-left-out',
  records: (real, pool) => ({
    ...real,
    begin: (submission) => real.begin({ ...submission, files: [] }),
    complete: ({ requestId }, submission) => complete(pool, completeWithoutIntent, [requestId, rowsOf(submission)]),
  }),
  journal: (_real, pool) => ({
    renew: async () => 'renewed',
    condemn: ({ requestId }) => condemn(pool, removeRequest, [requestId]),
    forget: async () => {},
    claimDue: async () => [],
  }),
};

/** The rollback and the sweep treat an upload with an unknown outcome as not stored. */
const knownUploadsOnly: Protocol = {
  ...asBuilt,
  name: 'rollback-of-known-uploads-only',
  objects: deletesKnownOnly(new Set()),
};

/** Treats a lost response to `complete` as a rejection. The intent must still exist, and the objects are deleted. */
function lostAnswerIsFailure(): Protocol {
  const uploaded = new Set<string>();
  return {
    ...asBuilt,
    name: 'ambiguous-commit-treated-as-failure',
    records: (real, pool) => ({
      ...real,
      complete({ requestId, fence }, submission) {
        uploaded.add(requestId);
        return complete(pool, completeOnce, [requestId, rowsOf(submission), fence]);
      },
    }),
    journal: (real, pool) => ({
      ...real,
      condemn: (upload) =>
        uploaded.has(upload.requestId) ? condemn(pool, condemnPending, [upload.requestId]) : real.condemn(upload),
    }),
  };
}

/** Forgets a rollback together with its keys. */
const tombstoneDropped: Protocol = {
  ...asBuilt,
  name: 'tombstone-dropped-at-once',
  graceMs: 0,
  journal: (real, pool) => ({
    ...real,
    async condemn(upload) {
      await real.condemn(upload);
      await pool.query(forgetNow, [upload.requestId]);
      return 'condemned';
    },
  }),
};

/** Rolls back a submission although a repetition received its receipt. */
const answeredRolledBack: Protocol = {
  ...asBuilt,
  name: 'answered-key-rolled-back',
  journal: (real) => ({ ...real, condemn: (upload) => real.condemn({ ...upload, idempotencyKey: null }) }),
};

const isWanted = "'request.created' = any(channel.types)";
const insertDelivery = `
  insert into deliveries (channel_id, request_id, type)
  select c.id, r.id, 'request.created' from delivery_channels c, submitted_commission_requests r where r.id = $1`;

/** Makes the delivery in a separate statement after the one that makes the request visible. */
const deliveryAfterwards: Protocol = {
  ...asBuilt,
  name: 'delivery-behind-the-commit',
  records(_real, pool) {
    const records = recordsWith(pool, 'behind', (text) => text.replace(isWanted, 'false'));
    return {
      async begin(submission) {
        const begun = await records.begin(submission);
        if (!('earlier' in begun)) await pool.query(insertDelivery, [submission.id]);
        return begun;
      },
      async complete(claim, submission) {
        const completion = await records.complete(claim, submission);
        await pool.query(insertDelivery, [submission.id]);
        return completion;
      },
    };
  },
};

/** Makes the delivery of a request with files before the files are stored. */
const deliveryBeforeFiles: Protocol = {
  ...asBuilt,
  name: 'delivery-before-the-files',
  records: (_real, pool) =>
    recordsWith(pool, 'before', (text) =>
      text.startsWith('with arrived')
        ? text.replace("submitted where keys = '{}') as visible", 'submitted) as visible')
        : text.replace(isWanted, 'false'),
    ),
};

/** Returns the service's own records, with changed statements. */
function recordsWith(pool: Pool, name: string, change: (text: string) => string): SubmissionRecords {
  // A prepared statement name has one text.
  const changed = (query: QueryConfig) => ({ ...query, name: `${query.name}-${name}`, text: change(query.text) });
  const query = (given: QueryConfig) => pool.query(changed(given));
  const connect = async () => {
    const client = await pool.connect();
    return { query: (given: QueryConfig) => client.query(changed(given)), release: () => client.release() };
  };
  const replacements: Readonly<Record<PropertyKey, unknown>> = { query, connect };
  const other = new Proxy(pool, { get: (target, name) => replacements[name] ?? Reflect.get(target, name) });
  const schema = { ready: async () => {}, readyWithin: async () => {} };
  return createSubmissionRecords({ pool: other, schema, leaseMs: timeLimits.leaseMs, statementsAtOnce: 1 });
}

/** Protocols that lose something. The trial must detect each of them. */
export const mutants: readonly Protocol[] = [
  journalLeftOut,
  knownUploadsOnly,
  lostAnswerIsFailure(),
  tombstoneDropped,
  answeredRolledBack,
  deliveryAfterwards,
  deliveryBeforeFiles,
];

function deletesKnownOnly(known: Set<string>): (real: ObjectStore) => ObjectStore {
  return (real) => ({
    ...real,
    async put(key, body, options) {
      await real.put(key, body, options);
      known.add(key);
    },
    async delete(key, options) {
      if (known.has(key)) await real.delete(key, options);
    },
  });
}

async function complete(pool: Pool, text: string, values: unknown[]): Promise<'completed' | 'claim-lost'> {
  const { rowCount } = await pool.query(text, values);
  return rowCount === 0 ? 'claim-lost' : 'completed';
}

async function condemn(pool: Pool, text: string, values: unknown[]): Promise<'condemned'> {
  await pool.query(text, values);
  return 'condemned';
}

function rowsOf({ files }: Submission): string {
  const rows = files.map(({ id, position, key, attachment: { fileName: name, mediaType: type, size, sha256 } }) => {
    return { id, position, key, name, type, size, sha256 };
  });
  return JSON.stringify(rows);
}

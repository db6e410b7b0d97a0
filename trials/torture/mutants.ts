import type { Pool } from 'pg';
import type { ObjectStore } from '../../src/objects/object-store.ts';
import type { Submission } from '../../src/submission/submission.ts';
import { asBuilt, type Protocol } from './protocol.ts';

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

const abandonPending = `
  with condemned as (
    update upload_intents set state = 'CONDEMNED', condemned_at = now(), next_try = now()
    where request_id = $1 and state = 'PENDING'
    returning request_id
  )
  delete from commission_requests where id in (select request_id from condemned)`;

const forgetNow = `delete from upload_intents where request_id = $1 and state = 'CONDEMNED'`;

/** The order of the specification alone: record, uploads, file records, and an undo. */
const journalLeftOut: Protocol = {
  ...asBuilt,
  name: 'journal-left-out',
  records: (real, pool) => ({
    ...real,
    begin: (submission) => real.begin({ ...submission, files: [] }),
    renew: async () => 'renewed',
    complete: ({ requestId }, submission) => complete(pool, completeWithoutIntent, [requestId, rowsOf(submission)]),
    abandon: ({ requestId }) => takeBack(pool, removeRequest, [requestId]),
    forget: async () => {},
    claimExpired: async () => [],
  }),
};

/** An upload whose outcome is unknown is taken for one that was not stored, by the undo and by recovery. */
const knownUploadsOnly: Protocol = {
  ...asBuilt,
  name: 'rollback-of-known-uploads-only',
  objects: deletesKnownOnly(new Set()),
};

/** A lost answer to `complete` is taken for a refusal: the intent has to be there still, and the objects go. */
const lostAnswerIsFailure: Protocol = {
  ...asBuilt,
  name: 'ambiguous-commit-treated-as-failure',
  records: (real, pool) => {
    const uploaded = new Set<string>();
    return {
      ...real,
      complete({ requestId, fence }, submission) {
        uploaded.add(requestId);
        return complete(pool, completeOnce, [requestId, rowsOf(submission), fence]);
      },
      abandon: (upload) =>
        uploaded.has(upload.requestId) ? takeBack(pool, abandonPending, [upload.requestId]) : real.abandon(upload),
    };
  },
};

/** What was taken back is forgotten together with its keys. */
const tombstoneDropped: Protocol = {
  ...asBuilt,
  name: 'tombstone-dropped-at-once',
  graceMs: 0,
  records: (real, pool) => ({
    ...real,
    async abandon(upload) {
      await real.abandon(upload);
      await pool.query(forgetNow, [upload.requestId]);
      return 'abandoned';
    },
  }),
};

/** What a repetition was told is stored is taken back all the same. */
const answeredTakenBack: Protocol = {
  ...asBuilt,
  name: 'answered-key-taken-back',
  records: (real) => ({ ...real, abandon: ({ requestId, keys }) => real.abandon({ requestId, keys }) }),
};

/** Ways of storing a submission that lose something. The trial has to see it. */
export const mutants: readonly Protocol[] = [
  journalLeftOut,
  knownUploadsOnly,
  lostAnswerIsFailure,
  tombstoneDropped,
  answeredTakenBack,
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

async function takeBack(pool: Pool, text: string, values: unknown[]): Promise<'abandoned'> {
  await pool.query(text, values);
  return 'abandoned';
}

function rowsOf({ files }: Submission): string {
  const rows = files.map(({ id, position, key, attachment: { fileName: name, mediaType: type, size, sha256 } }) => {
    return { id, position, key, name, type, size, sha256 };
  });
  return JSON.stringify(rows);
}

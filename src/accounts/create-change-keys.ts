import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { createSharedTransactions } from '../platform/database/transaction.ts';
import type { ChangeKeys, KeyedCall, KeyedChange } from './change-keys.ts';

interface KeyRow {
  readonly fingerprint: string;
  /** Null while its change of several steps runs. */
  readonly status: number | null;
  readonly etag: string | null;
  readonly answer: Buffer | null;
}

const lockText = "select pg_try_advisory_xact_lock(hashtextextended('commission change ' || $1, 0)) as is_locked";
const findText = 'select fingerprint, status, etag, answer from change_keys where id = $1 and expires_at > now()';
const storeText = `
  insert into change_keys (id, actor_id, fingerprint, request_id, status, etag, answer, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))
  on conflict (id) do update
  set fingerprint = excluded.fingerprint, request_id = excluded.request_id, status = excluded.status,
    etag = excluded.etag, answer = excluded.answer, expires_at = excluded.expires_at`;
const freeText = 'delete from change_keys where id = $1';

const keptS = 24 * 60 * 60;
/** Longest time for which a change of several steps keeps its key after a crash of its process. */
const stepsS = 10 * 60;

/** Creates the keys, and the pool whose changes they can hold together with their answers. */
export function createChangeKeys(pool: Pool): { readonly keys: ChangeKeys; readonly pool: Pool } {
  const shared = createSharedTransactions(pool);

  async function begin(call: KeyedCall): ReturnType<ChangeKeys['begin']> {
    const id = sha256(call.actorId, call.key);
    const client = await pool.connect();
    let known: KeyRow | undefined;
    try {
      await client.query('begin');
      const [locked] = (await client.query<{ is_locked: boolean }>(lockText, [id])).rows;
      [known] = locked?.is_locked ? (await client.query<KeyRow>(findText, [id])).rows : [];
      if (locked?.is_locked && known === undefined) return await started(call, id, client);
      await client.query('rollback');
    } catch (error) {
      await finish(client, 'rollback').catch(() => {});
      throw error;
    }
    client.release();
    if (known === undefined || known.status === null) return 'under-way';
    if (known.fingerprint !== call.fingerprint) return 'other-change';
    const body = known.answer === null ? '' : await openAnswer(known.answer, call.key);
    return { earlier: { status: known.status, etag: known.etag, body } };
  }

  async function started(call: KeyedCall, id: string, client: PoolClient): Promise<KeyedChange> {
    const { actorId, fingerprint, requestId, key } = call;
    const store = async (database: Pool | PoolClient, answer: Parameters<KeyedChange['end']>[0], seconds: number) => {
      const sealed = answer === null || answer.body === '' ? null : await sealAnswer(answer.body, key);
      const { status = null, etag = null } = answer ?? {};
      await database.query(storeText, [id, actorId, fingerprint, requestId, status, etag, sealed, seconds]);
    };
    if (call.manner === 'steps') {
      await store(client, null, stepsS);
      await finish(client, 'commit');
      return {
        run: (work) => work(),
        end: async (answer) => (answer === null ? void (await pool.query(freeText, [id])) : store(pool, answer, keptS)),
      };
    }
    let leave = () => {};
    return {
      run: (work) =>
        shared.join(client, (left) => {
          leave = left;
          return work();
        }),
      async end(answer) {
        leave();
        if (answer === null) return finish(client, 'rollback');
        try {
          await store(client, answer, keptS);
        } catch (error) {
          await finish(client, 'rollback').catch(() => {});
          throw error;
        }
        await finish(client, 'commit');
      },
    };
  }

  return { keys: { begin, inOne: shared.inOne }, pool: shared.pool };
}

/** Ends the transaction, and returns the connection to the pool unless its state is unknown. */
async function finish(client: PoolClient, statement: 'commit' | 'rollback'): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release();
}

const sha256 = (...parts: readonly string[]) => createHash('sha256').update(parts.join(' ')).digest('hex');

/** Most bytes of the answers of one account. Beyond that the oldest go before their time. */
const mostBytes = 32 * 1024 * 1024;

const forgetText = `
  delete from change_keys where id in (
    select id from (
      select id, expires_at, sum(octet_length(answer)) over (partition by actor_id order by expires_at desc) as bytes
      from change_keys
    ) as kept
    where expires_at <= now() or bytes > $1
  )`;

/** Deletes expired keys, and those beyond the limit of their account. */
export async function forgetChangeKeys(pool: Pool): Promise<void> {
  await pool.query(forgetText, [mostBytes]);
}

const [deflated, inflated] = [promisify(deflateRaw), promisify(inflateRaw)];
const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

// Answers may have a new token or link, and customers' data. Only the sender of the key can open them.
const secretOf = (key: string) => createHash('sha256').update('commission answer ').update(key).digest();

/** Compresses and encrypts an answer under its `Idempotency-Key`. */
async function sealAnswer(body: string, key: string): Promise<Buffer> {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, secretOf(key), iv);
  return Buffer.concat([iv, cipher.update(await deflated(body)), cipher.final(), cipher.getAuthTag()]);
}

/** Returns the answer that was sealed under the same key. */
async function openAnswer(sealed: Buffer, key: string): Promise<string> {
  const tagAt = sealed.length - tagBytes;
  const decipher = createDecipheriv(algorithm, secretOf(key), sealed.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(tagAt));
  const opened = Buffer.concat([decipher.update(sealed.subarray(ivBytes, tagAt)), decipher.final()]);
  return (await inflated(opened)).toString('utf8');
}

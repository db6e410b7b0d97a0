import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { type Actor, systemActor } from '../../events/events.ts';
import { recordChange } from '../../events/record-change.ts';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import type { Block, BlockKind, NewBlock } from './block-shape.ts';
import { readBlocked } from './blocked-values.ts';
import { type GuardKeyOf, readGuardKeys } from './guard-keys.ts';

/** The blocked senders (S32). */
export interface Blocks {
  /** Resolves with all blocks, the newest first. */
  list(): Promise<readonly Block[]>;
  /** A second block of the same value replaces the first. */
  add(block: NewBlock, actor?: Actor): Promise<Block | 'not-a-value' | 'request-missing' | 'unknown-of-request'>;
  remove(id: string, actor?: Actor): Promise<'removed' | 'missing'>;
}

/** The columns of a `Block`, from `guard_blocks`. */
export const blockColumns = `
  id, kind, value, reason, until, created_at as "createdAt", request_id as "requestId"`;

const addText = `
  insert into guard_blocks (kind, value, key, reason, until, request_id) values ($1, $2, $3, $4, $5, $6)
  on conflict (kind, key) do update set value = coalesce(excluded.value, guard_blocks.value), reason = excluded.reason,
    until = excluded.until, request_id = excluded.request_id
  returning ${blockColumns}`;

const replacedText = `select ${blockColumns} from guard_blocks where kind = $1 and key = $2 for update`;

/**
 * A block in the owners' history, which has no address of a person. An erasure takes the value and the request out of it.
 */
const factsOf = ({ id, kind, value, until, requestId }: Block) => ({
  id,
  kind,
  value: kind === 'email' ? null : value,
  until,
  requestId,
});

// The lock waits for a running erasure, or lets it see the block.
const senderText = `
  select customer_email as email, guard ->> 'network' as network
  from commission_requests where id = $1 and hold is distinct from 'pending' for key share`;

interface SenderRow {
  readonly email: string;
  readonly network: string | null;
}

type Taken = { readonly value: string | null; readonly key: string };

function keyed(keyOf: GuardKeyOf, kind: BlockKind, written: string): Taken | 'not-a-value' {
  const read = readBlocked(kind, written);
  return read === null ? 'not-a-value' : { value: read.value, key: keyOf(kind, read.compared) };
}

/** Of a network only the keyed hash is known. */
async function taken(client: Transaction, keyOf: GuardKeyOf, kind: BlockKind, requestId: string) {
  const [sender] = (await client.query<SenderRow>(senderText, [requestId])).rows;
  if (sender === undefined) return 'request-missing';
  if (kind === 'network') return sender.network === null ? 'unknown-of-request' : { value: null, key: sender.network };
  const { email } = sender;
  return keyed(keyOf, kind, kind === 'domain' ? email.slice(email.lastIndexOf('@') + 1) : email);
}

export function createBlocks(pool: Pool, secret: () => Promise<KeyObject>): Blocks {
  return {
    list: async () =>
      (await pool.query<Block>(`select ${blockColumns} from guard_blocks order by created_at desc, id limit 1000`))
        .rows,
    async add({ kind, value, requestId, reason, until }, actor = systemActor) {
      const keyOf = await readGuardKeys(secret);
      return inTransaction(pool, async (client) => {
        const found =
          value === undefined ? await taken(client, keyOf, kind, requestId ?? '') : keyed(keyOf, kind, value);
        if (typeof found === 'string') return found;
        const values = [kind, found.value, found.key, reason, until, requestId ?? null];
        const [replaced] = (await client.query<Block>(replacedText, [kind, found.key])).rows;
        const [made] = (await client.query<Block>(addText, values)).rows;
        if (made === undefined) throw new Error('An inserted block is returned');
        await recordChange(client, actor, {
          kind: 'block',
          from: replaced ? factsOf(replaced) : null,
          to: factsOf(made),
        });
        return made;
      });
    },
    remove: (id, actor = systemActor) =>
      inTransaction(pool, async (client) => {
        const text = `delete from guard_blocks where id = $1 returning ${blockColumns}`;
        const [removed] = (await client.query<Block>(text, [id])).rows;
        if (removed === undefined) return 'missing';
        await recordChange(client, actor, { kind: 'block', from: factsOf(removed), to: null });
        return 'removed';
      }),
  };
}

const blockedText = `
  select kind || ' ' || key as key from guard_blocks
  where (kind || ' ' || key) = any($1::text[]) and (until is null or until > now())`;

/** Resolves with those of the keys, as `<kind> <key>`, that are blocked. */
export async function blockedOf(client: Transaction, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ key: string }>(blockedText, [keys]);
  return new Set(rows.map(({ key }) => key));
}

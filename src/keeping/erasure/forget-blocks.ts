import type { ClientBase, Pool } from 'pg';
import { personKey } from '../../intake/submission/mailbox.ts';
import type { Block } from '../../triage/guard/block-shape.ts';
import { blockColumns } from '../../triage/guard/blocks.ts';

type Queries = Pick<ClientBase | Pool, 'query'>;

interface People {
  readonly requestIds: readonly string[];
  readonly emails: readonly string[];
}

const findText = `
  select ${blockColumns} from guard_blocks
  where kind = 'email' and value is not null or request_id = any($1::uuid[]) order by created_at, id`;

const forgetText = `
  update guard_blocks set value = null, reason = null, request_id = null where id = any($1::uuid[])`;

// A block that was removed since has only its events. After the blocks, so that it sees the event of one that is being removed.
const forgetEventsText = `
  update request_events set "from" = "from" - array['value', 'requestId'], "to" = "to" - array['value', 'requestId']
  where kind = 'block' and (
    "from" ->> 'id' = any($1) or "to" ->> 'id' = any($1) or "from" ->> 'requestId' = any($2) or "to" ->> 'requestId' = any($2)
  )`;

/**
 * Resolves with the blocks that name these people, and those made from these requests. An address may be blocked in
 * another spelling than the one it was sent in, so addresses are compared as the guard compares them.
 */
export async function blocksOf(database: Queries, { requestIds, emails }: People): Promise<readonly Block[]> {
  const people = new Set(emails.map(personKey));
  const { rows } = await database.query<Block>(findText, [requestIds]);
  return rows.filter(({ kind, value, requestId }) => {
    if (requestId !== null && requestIds.includes(requestId)) return true;
    return kind === 'email' && value !== null && people.has(personKey(value));
  });
}

/** Keeps only the keyed hash of these blocks (S32), and the kind in their events. Resolves with the earlier blocks. */
export async function forgetBlocks(database: Queries, people: People): Promise<readonly Block[]> {
  const blocks = await blocksOf(database, people);
  const ids = blocks.map(({ id }) => id);
  if (ids.length > 0) await database.query(forgetText, [ids]);
  await database.query(forgetEventsText, [ids, people.requestIds]);
  return blocks;
}

import type { ClientBase, Pool } from 'pg';
import { personKey } from '../../customers/submission/mailbox.ts';

interface Erased {
  readonly requestIds: readonly string[];
  readonly emails: readonly string[];
}

const namedText = "select id, value from guard_blocks where kind = 'email' and value is not null";

const forgetText = `
  update guard_blocks set value = null, reason = null, request_id = null
  where id = any($1::uuid[]) or request_id = any($2::uuid[])`;

/**
 * Leaves of the blocks of these people, and of those made from these requests, the keyed hash alone (S32). An address may
 * be blocked in another spelling than the one it was sent in, so addresses are compared as the guard compares them.
 */
export async function forgetBlocks(
  database: Pick<ClientBase | Pool, 'query'>,
  { requestIds, emails }: Erased,
): Promise<void> {
  const people = new Set(emails.map(personKey));
  const { rows } = await database.query<{ id: string; value: string }>(namedText);
  const theirs = rows.filter(({ value }) => people.has(personKey(value))).map(({ id }) => id);
  await database.query(forgetText, [theirs, requestIds]);
}

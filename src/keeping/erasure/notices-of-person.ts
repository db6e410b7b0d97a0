import type { ClientBase, Pool } from 'pg';
import { createLinkSecret } from '../../events/status-links/link-secret.ts';
import { personKey } from '../../intake/submission/mailbox.ts';
import { readGuardKeys } from '../../triage/guard/guard-keys.ts';

/** SQL: the addresses of people that wait for an opening, by `noticeValues`. */
export const noticesOf = 'person = any($1)';

/** Resolves with the keys of these people, however their addresses are written. */
export async function noticeValues(
  database: Pick<ClientBase | Pool, 'query'>,
  emails: readonly string[],
): Promise<string[][]> {
  const keyOf = await readGuardKeys(createLinkSecret(database));
  return [emails.map((email) => keyOf('email', personKey(email)))];
}

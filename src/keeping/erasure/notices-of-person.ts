import type { ClientBase, Pool } from 'pg';
import { createLinkSecret } from '../../events/status-links/link-secret.ts';
import { mailboxKey, personKey } from '../../intake/submission/mailbox.ts';
import { readGuardKeys } from '../../triage/guard/guard-keys.ts';

/** SQL: the addresses of people that wait for an opening, by `noticeValues`. Rows of earlier versions have no key. */
export const noticesOf = '(person = any($1) or mailbox = any($2))';

/** Resolves with the keys of these people, however their addresses are written, and their mailboxes. */
export async function noticeValues(
  database: Pick<ClientBase | Pool, 'query'>,
  emails: readonly string[],
): Promise<string[][]> {
  const keyOf = await readGuardKeys(createLinkSecret(database));
  return [emails.map((email) => keyOf('email', personKey(email))), emails.map(mailboxKey)];
}

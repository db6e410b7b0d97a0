import type { Pool } from 'pg';
import { createLinkSecret } from '../../src/events/status-links/link-secret.ts';
import { mailboxKey, personKey } from '../../src/intake/submission/mailbox.ts';
import { readGuardKeys } from '../../src/triage/guard/guard-keys.ts';

const insertText = `
  insert into opening_notices (email, mailbox, language, person, confirmed_at) values ($1, $2, $3, $4, $5)`;

/** Stores an address that waits for an opening, confirmed at this time. */
export async function storeOpeningNotice(
  pool: Pool,
  email: string,
  { language = 'de', confirmedAt = null }: { readonly language?: string; readonly confirmedAt?: Date | null } = {},
): Promise<void> {
  const keyOf = await readGuardKeys(createLinkSecret(pool));
  const person = keyOf('email', personKey(email));
  await pool.query(insertText, [email, mailboxKey(email), language, person, confirmedAt]);
}

import type { ClientBase, Pool } from 'pg';
import { createLinkSecret } from '../../events/status-links/link-secret.ts';
import { personKey } from '../../intake/submission/mailbox.ts';
import { readGuardKeys } from '../../triage/guard/guard-keys.ts';
import type { PersonNotices } from './erasure.ts';
import type { OpeningNotice } from './erasure-shape.ts';
import { blocksOf, forgetBlocks } from './forget-blocks.ts';

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

// The network is not kept; the API has the member all the same.
const columns = `
  email, language, null as network, created_at as "createdAt", confirmed_at as "confirmedAt", told_at as "toldAt"`;

const findText = `select ${columns} from opening_notices where ${noticesOf} order by created_at`;
const forgetText = `delete from opening_notices where ${noticesOf} returning ${columns}`;

export function createPersonNotices(pool: Pool): PersonNotices {
  async function one(text: string, email: string): Promise<OpeningNotice | null> {
    return (await pool.query<OpeningNotice>(text, await noticeValues(pool, [email]))).rows[0] ?? null;
  }

  return {
    find: async (email, requestIds) => ({
      openingNotice: await one(findText, email),
      blocks: await blocksOf(pool, { requestIds, emails: [email] }),
    }),
    forget: async (email, requestIds) => ({
      openingNotice: await one(forgetText, email),
      blocks: await forgetBlocks(pool, { requestIds, emails: [email] }),
    }),
  };
}

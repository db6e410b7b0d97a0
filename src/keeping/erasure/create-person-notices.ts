import type { Pool } from 'pg';
import type { PersonNotices } from './erasure.ts';
import type { OpeningNotice } from './erasure-shape.ts';
import { blocksOf, forgetBlocks } from './forget-blocks.ts';
import { noticesOf, noticeValues } from './notices-of-person.ts';

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

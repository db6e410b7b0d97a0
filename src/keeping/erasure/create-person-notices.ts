import type { Pool } from 'pg';
import { mailboxKey } from '../../customers/submission/mailbox.ts';
import type { PersonNotices } from './erasure.ts';
import type { OpeningNotice } from './erasure-shape.ts';
import { forgetBlocks } from './forget-blocks.ts';

const columns = `
  email, language, network, created_at as "createdAt", confirmed_at as "confirmedAt", told_at as "toldAt"`;

const findText = `select ${columns} from opening_notices where mailbox = $1`;
const forgetText = `delete from opening_notices where mailbox = $1 returning ${columns}`;

export function createPersonNotices(pool: Pool): PersonNotices {
  async function one(text: string, email: string): Promise<OpeningNotice | null> {
    return (await pool.query<OpeningNotice>(text, [mailboxKey(email)])).rows[0] ?? null;
  }

  return {
    find: (email) => one(findText, email),
    async forget(email) {
      await forgetBlocks(pool, { requestIds: [], emails: [email] });
      return one(forgetText, email);
    },
  };
}

import type { Pool } from 'pg';
import { inTurn } from '../../../platform/database/transaction.ts';
import type { MessageTemplate } from './mail-shapes.ts';

const mostMessageTemplates = 100;

/** The message templates of the studio. Calls reject when the database cannot be reached. */
export interface MessageTemplates {
  /** Returns the templates, oldest first. */
  list(): Promise<readonly MessageTemplate[]>;
  /** Adds a template, or returns the existing template with the same text. */
  add(text: string): Promise<MessageTemplate | 'too-many'>;
  remove(id: string): Promise<'removed' | 'missing'>;
}

// Readers do not wait.
const lockTemplatesText = 'lock table message_templates in share row exclusive mode';

const addText = `
  insert into message_templates (text)
  select $1 where (select count(*) from message_templates where text <> $1) < $2
  on conflict (md5(text)) do update set text = excluded.text
  returning id, text`;

export function createMessageTemplates(pool: Pool): MessageTemplates {
  return {
    async list() {
      const text = 'select id, text from message_templates order by created_at, id';
      return (await pool.query<MessageTemplate>(text)).rows;
    },
    async add(text) {
      const values = [text, mostMessageTemplates];
      const { rows } = await inTurn(pool, lockTemplatesText, (client) =>
        client.query<MessageTemplate>(addText, values),
      );
      return rows[0] ?? 'too-many';
    },
    async remove(id) {
      const { rowCount } = await pool.query('delete from message_templates where id = $1', [id]);
      return rowCount === 1 ? 'removed' : 'missing';
    },
  };
}

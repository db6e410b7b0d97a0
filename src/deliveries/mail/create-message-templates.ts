import type { Pool } from 'pg';
import { type MessageTemplate, type MessageTemplates, mostMessageTemplates } from './message-templates.ts';

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
      return (await pool.query<MessageTemplate>(addText, [text, mostMessageTemplates])).rows[0] ?? 'too-many';
    },
    async remove(id) {
      const { rowCount } = await pool.query('delete from message_templates where id = $1', [id]);
      return rowCount === 1 ? 'removed' : 'missing';
    },
  };
}

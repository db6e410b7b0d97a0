import { ok, wrong } from '../finding.ts';
import type { DatabaseQuestion } from './session.ts';

const text = `
  select current_database() as database, pg_encoding_to_char(encoding) as encoding
  from pg_database where datname = current_database()`;

/** Checks for UTF-8: customers write in every script, and other encodings reject or alter some of their texts. */
export const encodingQuestion: DatabaseQuestion = {
  name: 'database.encoding',
  quick: true,
  async ask(client) {
    const { rows } = await client.query<{ database: string; encoding: string }>(text);
    return rows.map(({ database, encoding }) => {
      if (encoding === 'UTF8') return ok('The database is encoded in UTF-8');
      return wrong(
        `The database ${database} is encoded in ${encoding}, which does not hold every script that customers write`,
        {
          remedy: 'Create a database in UTF-8, set DATABASE_URL to it, and restore a back-up there',
          command: 'createdb --template=template0 --encoding=UTF8 commissions_utf8',
        },
      );
    });
  },
};

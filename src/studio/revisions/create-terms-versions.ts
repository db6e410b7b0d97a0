import type { ClientBase, Pool } from 'pg';
import type { Studio } from '../document/studio.ts';
import { versionOf } from '../document/terms-version.ts';
import type { TermsVersion, TermsVersions } from './terms-versions.ts';

const findText = `
  select sha256, published_at as "publishedAt", language, title, text from studio_terms where sha256 = $1`;

const writeText = `
  insert into studio_terms (sha256, language, title, text)
  select sha256, language, title, text
  from json_to_recordset($1) as version (sha256 text, language text, title text, text text)
  on conflict (sha256) do nothing`;

export function createTermsVersions(pool: Pool): TermsVersions {
  return {
    async find(sha256) {
      const { rows } = await pool.query<TermsVersion>({ name: 'terms-version', text: findText, values: [sha256] });
      return rows[0] ?? null;
    },
  };
}

/** Keeps each text for good. */
export async function writeTerms(client: ClientBase, terms: Studio['terms']): Promise<void> {
  const versions = terms.flatMap(({ title, text: texts }) =>
    Object.entries(texts).map(([language, text]) => {
      return { sha256: versionOf(text), language, title: title[language] ?? title.en, text };
    }),
  );
  if (versions.length > 0) await client.query(writeText, [JSON.stringify(versions)]);
}

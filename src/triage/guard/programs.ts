import type { Transaction } from '../../platform/database/transaction.ts';

const programsText = `
  update api_tokens set used_at = now()
  where token_hash = any($1::text[]) and 'intake' = any(scopes) and revoked_at is null
    and (expires_at is null or expires_at > now())
  returning token_hash as hash`;

/** Resolves with those of the hashes that are of tokens with the scope `intake`. */
export async function knownPrograms(client: Transaction, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await client.query<{ hash: string }>(programsText, [hashes]);
  return new Set(rows.map(({ hash }) => hash));
}

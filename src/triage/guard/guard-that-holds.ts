import type { Transaction } from '../../platform/database/transaction.ts';
import { type Guard, guardSchema } from '../../studio/document/guard.ts';
import type { StudioOfFile } from '../../studio/document/offer.ts';
import { isPublication } from '../../studio/revisions/publications.ts';

const guardText = `
  select document -> 'guard' as guard from studio_revisions where ${isPublication} order by revision desc limit 1`;

const off = guardSchema.parse({});

/** Resolves with the published guard, or that of a file. What a later version has written counts as off. */
export async function readGuard(client: Transaction, file: StudioOfFile | null): Promise<Guard> {
  if (file?.keys.includes('guard')) return file.studio.guard ?? off;
  const [row] = (await client.query<{ guard: unknown }>(guardText)).rows;
  return guardSchema.safeParse(row?.guard ?? {}).data ?? off;
}

import { z } from 'zod';
import type { DocumentStore } from '../../objects/document-store.ts';
import type { KnownErasure } from './known-erasures.ts';
import { forEachConcurrently } from './objects/for-each-concurrently.ts';
import { BackupError } from './places/backup-folder.ts';

/** The receipts of erased requests in a bucket. */
export type Receipts = Pick<DocumentStore, 'list' | 'get'>;

const readsAtOnce = 8;

const receipt = z.object({
  requestId: z.guid(),
  erasedAt: z.iso.datetime(),
  reason: z.enum(['request', 'person', 'retention']).default('request'),
  objectKeys: z.array(z.string()),
});

/** @throws {BackupError} when a receipt is damaged: a restore would bring its erased request back */
export async function readReceipts(receipts: Receipts, signal: AbortSignal): Promise<readonly KnownErasure[]> {
  const found: KnownErasure[] = [];
  await forEachConcurrently(receipts.list({ signal }), readsAtOnce, async (name) => {
    const text = await receipts.get(name, { signal });
    if (text !== null) found.push(parse(name, text));
  });
  return found;
}

function parse(name: string, text: string): KnownErasure {
  const { data } = receipt.safeParse(jsonOf(text));
  if (data?.requestId === name) return data;
  throw new BackupError(
    `the receipt erasures/${name}.json in the bucket is damaged: remove it, restore, and erase the request ${name} again`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

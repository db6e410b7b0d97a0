import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { z } from 'zod';
import { nullIfMissing } from '../../platform/disk/durable-files.ts';
import type { DocumentStore } from '../../platform/objects/document-store.ts';
import { type Receipt, receiptColumns } from '../erasure/receipts.ts';
import { BackupError } from './format/backup-folder.ts';
import { erasuresFile, erasuresText, type KnownErasure, parseErasures } from './format/erasures-file.ts';
import { forEachConcurrently } from './objects/for-each-concurrently.ts';
import type { BackupTarget } from './targets/backup-target.ts';

/** The receipts of erased requests in a bucket. */
export type Receipts = Pick<DocumentStore, 'list' | 'get'>;

const receiptsText = `
  select ${receiptColumns} from erasures order by request_id`;

/** Adds the database's receipts to the target's `erasures.jsonl`. A restore leaves out the requests of that file. */
export async function addReceiptsToTarget(target: BackupTarget, pool: Pool): Promise<void> {
  const known = new Map(((await readIfThere(target)) ?? []).map((erasure) => [erasure.requestId, erasure]));
  const { rows } = await pool.query<Receipt>(receiptsText);
  const before = known.size;
  for (const row of rows) known.set(row.requestId, { ...row, erasedAt: row.erasedAt.toISOString() });
  if (known.size === before && before > 0) return;
  await target.replace(erasuresFile, erasuresText([...known.values()]));
}

/** Every back-up writes the file, even without erasures. @throws {BackupError} when the file is missing or altered */
export async function readErasures(target: BackupTarget): Promise<readonly KnownErasure[]> {
  const found = await readIfThere(target);
  if (found === null) throw new BackupError('erasures.jsonl is missing: erased requests would be restored');
  return found;
}

async function readIfThere(target: BackupTarget): Promise<readonly KnownErasure[] | null> {
  const text = await readFile(await target.fetch(erasuresFile), 'utf8').catch(nullIfMissing);
  return text === null ? null : parseErasures(text);
}

const readsAtOnce = 8;

const receiptShape = z.object({
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
    if (text !== null) found.push(parseReceipt(name, text));
  });
  return found;
}

function parseReceipt(name: string, text: string): KnownErasure {
  const { data } = receiptShape.safeParse(jsonOf(text));
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

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { DocumentStore } from '../../objects/document-store.ts';
import { nullIfMissing } from '../../objects/durable-files.ts';
import { type Receipt, receiptColumns } from '../receipts.ts';
import { forEachConcurrently } from './objects/for-each-concurrently.ts';
import { BackupError } from './places/backup-folder.ts';
import type { BackupPlace } from './places/backup-place.ts';

const erasuresFile = 'erasures.jsonl';

/** The receipt of an erased request, as a line of `erasures.jsonl`. */
export interface KnownErasure {
  readonly requestId: string;
  readonly erasedAt: string;
  readonly reason: string;
  readonly objectKeys: readonly string[];
}

/** The receipts of erased requests in a bucket. */
export type Receipts = Pick<DocumentStore, 'list' | 'get'>;

const receiptsText = `
  select ${receiptColumns} from erasures order by request_id`;

/** Adds the database's receipts to the place's `erasures.jsonl`. A restore leaves out the requests of that file. */
export async function addReceiptsToPlace(place: BackupPlace, pool: Pool): Promise<void> {
  const known = new Map(((await readIfThere(place)) ?? []).map((erasure) => [erasure.requestId, erasure]));
  const { rows } = await pool.query<Receipt>(receiptsText);
  const before = known.size;
  for (const row of rows) known.set(row.requestId, { ...row, erasedAt: row.erasedAt.toISOString() });
  if (known.size === before && before > 0) return;
  const lines = [...known.values()].map((erasure) => `${JSON.stringify(erasure)}\n`).join('');
  await place.replace(erasuresFile, `${lines}${digestLine(lines)}`);
}

/** Every back-up writes the file, even without erasures. @throws {BackupError} when the file is missing or altered */
export async function readErasures(place: BackupPlace): Promise<readonly KnownErasure[]> {
  const found = await readIfThere(place);
  if (found === null) throw new BackupError('erasures.jsonl is missing: erased requests would be restored');
  return found;
}

async function readIfThere(place: BackupPlace): Promise<readonly KnownErasure[] | null> {
  const text = await readFile(await place.fetch(erasuresFile), 'utf8').catch(nullIfMissing);
  if (text === null) return null;
  const end = text.lastIndexOf('\n', text.length - 2) + 1;
  const lines = text.slice(0, end);
  if (text.slice(end) !== digestLine(lines)) {
    throw new BackupError('erasures.jsonl has been altered or cut off: its digest does not match');
  }
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as KnownErasure);
}

function digestLine(lines: string): string {
  return `${JSON.stringify({ sha256: createHash('sha256').update(lines).digest('hex') })}\n`;
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

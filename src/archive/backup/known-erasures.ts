import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { nullIfMissing } from '../../objects/durable-files.ts';
import { type Receipt, receiptColumns } from '../receipt.ts';
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

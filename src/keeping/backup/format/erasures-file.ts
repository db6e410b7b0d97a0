import { createHash } from 'node:crypto';
import { BackupError } from './backup-folder.ts';

export const erasuresFile = 'erasures.jsonl';

/** The receipt of an erased request, as a line of `erasures.jsonl`. */
export interface KnownErasure {
  readonly requestId: string;
  readonly erasedAt: string;
  readonly reason: string;
  readonly objectKeys: readonly string[];
}

export function erasuresText(erasures: readonly KnownErasure[]): string {
  const lines = erasures.map((erasure) => `${JSON.stringify(erasure)}\n`).join('');
  return `${lines}${digestLine(lines)}`;
}

/** @throws {BackupError} when the last line is not the digest of those before it */
export function parseErasures(text: string): readonly KnownErasure[] {
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

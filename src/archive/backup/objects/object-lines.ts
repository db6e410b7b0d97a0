import type { ObjectKey } from '../../../submission/object-key.ts';
import { parseObjectKey } from '../../../submission/object-key.ts';
import { readLines } from '../places/part-file.ts';
import { copyLine, parseCopyLine } from '../rows/copy-text.ts';

/** What a file record names: one line of `objects.tsv`. */
export interface ObjectLine {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly key: ObjectKey;
  readonly requestId: string;
  readonly mediaType: string;
  readonly fileName: string;
}

/** By digest, so that a back-up is read in the order of its folders; a record without an object's key names nothing. */
export const objectLinesText = `
  copy (
    select f.sha256, f.file_size, f.file_key, f.request_id, f.file_type, f.original_file from commission_request_files f
    where exists (select from submitted_commission_requests s where s.id = f.request_id)
    order by f.sha256 collate "C", f.file_key collate "C"
  ) to stdout`;

/** @throws {Error} at a line that no back-up has */
export async function* readObjectLines(path: string): AsyncGenerator<ObjectLine> {
  for await (const line of readLines(path)) {
    const [sha256, size, key, requestId, mediaType, fileName] = parseCopyLine(line);
    const parsed = key && parseObjectKey(key);
    const isWhole =
      sha256 && /^[0-9a-f]{64}$/.test(sha256) && parsed && requestId && mediaType && fileName !== undefined;
    if (!isWhole) throw new Error(`${path} has a line that is not as the format says`);
    yield { sha256, size: Number(size), key: parsed, requestId, mediaType, fileName: fileName ?? '' };
  }
}

/** The lines of one digest: several records may have the same bytes. */
export interface SameBytes {
  readonly sha256: string;
  readonly size: number;
  readonly lines: readonly ObjectLine[];
}

export async function* bySameBytes(lines: AsyncIterable<ObjectLine>): AsyncGenerator<SameBytes> {
  let group: ObjectLine[] = [];
  for await (const line of lines) {
    if (group[0] !== undefined && group[0].sha256 !== line.sha256) {
      yield sameBytes(group);
      group = [];
    }
    group.push(line);
  }
  if (group.length > 0) yield sameBytes(group);
}

function sameBytes(lines: readonly ObjectLine[]): SameBytes {
  const [first] = lines;
  if (first === undefined) throw new Error('A group has a line');
  return { sha256: first.sha256, size: first.size, lines };
}

/** Why an object is not in a back-up: erased meanwhile, not in the bucket, or with other bytes there. */
export type LeftOutReason = 'erased' | 'missing' | 'damaged';

/** One line of `left-out.tsv`. */
export interface LeftOut {
  readonly reason: LeftOutReason;
  readonly key: ObjectKey;
  readonly requestId: string;
}

export function leftOutLine({ reason, key, requestId }: LeftOut): string {
  return copyLine([reason, key, requestId]);
}

/** The keys of all objects that a generation lacks. */
export async function readLeftOutKeys(path: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const line of readLines(path)) keys.add(parseCopyLine(line)[1] ?? '');
  return keys;
}

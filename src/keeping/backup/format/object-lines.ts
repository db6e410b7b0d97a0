import type { ObjectKey } from '../../../platform/objects/object-key.ts';
import { parseObjectKey } from '../../../platform/objects/object-key.ts';
import { readLines } from './part-file.ts';
import { copyLine, parseCopyLine } from './postgres-copy.ts';

/** The object of one file record, of a request or of the studio: one line of `objects.tsv`. */
export interface ObjectLine {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly key: ObjectKey;
  /** Null for a picture of the studio. */
  readonly requestId: string | null;
  readonly mediaType: string;
  readonly fileName: string;
}

/** Sorted by digest, so that readers visit the target's object folders in order. */
export const objectLinesText = `
  copy (
    select f.sha256 collate "C" as sha256, f.file_size, f.file_key collate "C" as file_key, f.request_id, f.file_type, f.original_file
    from commission_request_files f
    where exists (select from submitted_commission_requests s where s.id = f.request_id)
    union all
    select p.sha256 collate "C", p.file_size, p.file_key, null, 'image/webp', 'picture.webp' from studio_picture_files p
    order by sha256, file_key
  ) to stdout`;

/** @throws {Error} at a line that is not in the format */
export async function* readObjectLines(path: string): AsyncGenerator<ObjectLine> {
  for await (const line of readLines(path)) {
    const [sha256, size, key, requestId, mediaType, fileName] = parseCopyLine(line);
    const parsed = key && parseObjectKey(key);
    const isWhole =
      sha256 &&
      /^[0-9a-f]{64}$/.test(sha256) &&
      parsed &&
      requestId !== undefined &&
      mediaType &&
      fileName !== undefined;
    if (!isWhole) throw new Error(`${path} has a line that does not match the format`);
    yield { sha256, size: Number(size), key: parsed, requestId, mediaType, fileName: fileName ?? '' };
  }
}

/** The lines that share one digest: several file records may have the same bytes. */
export interface DigestGroup {
  readonly sha256: string;
  readonly size: number;
  readonly lines: readonly ObjectLine[];
}

export async function* groupByDigest(lines: AsyncIterable<ObjectLine>): AsyncGenerator<DigestGroup> {
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

function sameBytes(lines: readonly ObjectLine[]): DigestGroup {
  const [first] = lines;
  if (first === undefined) throw new Error('A group has at least one line');
  return { sha256: first.sha256, size: first.size, lines };
}

/** Why a back-up lacks an object: erased meanwhile, missing in the bucket, or stored there with other bytes. */
export type LeftOutReason = 'erased' | 'missing' | 'damaged';

/** One line of `left-out.tsv`. */
export interface LeftOut {
  readonly reason: LeftOutReason;
  readonly key: ObjectKey;
  readonly requestId: string | null;
}

/** Maximum attachments that the result of a back-up or a restore names. */
export const mostNamed = 1000;

/** In place of a request, a picture of the studio has `studio`. */
export function leftOutLine({ reason, key, requestId }: LeftOut): string {
  return copyLine([reason, key, requestId ?? 'studio']);
}

/** Resolves with the keys of all objects that a generation lacks. */
export async function readLeftOutKeys(path: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const line of readLines(path)) keys.add(parseCopyLine(line)[1] ?? '');
  return keys;
}

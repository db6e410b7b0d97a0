import { createFormReader } from '../../src/intake/form-data/create-form-reader.ts';
import type { FormHandler, PartHeader } from '../../src/intake/form-data/form-reader.ts';

export interface RecordedPart extends PartHeader {
  readonly body: Buffer;
}

export interface RecordedForm {
  /** The parts that ended, in order. */
  readonly parts: readonly RecordedPart[];
  /** The message of the error that the reader threw, or null when the form was read to its end. */
  readonly failure: string | null;
}

/**
 * Feeds the chunks to a new reader and records the events of the reader. A violation of the handler's contract also counts
 * as a failure.
 */
export function recordForm(boundary: string, chunks: Iterable<Buffer>): RecordedForm {
  const parts: RecordedPart[] = [];
  const reader = createFormReader(boundary, recordInto(parts));
  try {
    for (const chunk of chunks) reader.write(chunk);
    reader.end();
    return { parts, failure: null };
  } catch (error) {
    return { parts, failure: error instanceof Error ? error.message : String(error) };
  }
}

function recordInto(parts: RecordedPart[]): FormHandler {
  let open = false;
  return {
    part(header) {
      if (open) throw new Error('a part began inside another');
      open = true;
      const chunks: Buffer[] = [];
      return {
        write(chunk) {
          if (!open) throw new Error('bytes behind the end of a part');
          if (chunk.length === 0) throw new Error('an empty chunk');
          chunks.push(chunk);
        },
        end() {
          if (!open) throw new Error('a part ended twice');
          open = false;
          parts.push({ ...header, body: Buffer.concat(chunks) });
        },
      };
    },
  };
}

/** Compares two forms. Much faster than an assertion, for loops over thousands of cuts. */
export function isSameForm(one: RecordedForm, other: RecordedForm): boolean {
  return one.failure === other.failure && areSameParts(one.parts, other.parts);
}

export function areSameParts(some: readonly RecordedPart[], others: readonly RecordedPart[]): boolean {
  return some.length === others.length && some.every((part, index) => isSamePart(part, others[index]));
}

function isSamePart(one: RecordedPart, other: RecordedPart | undefined): boolean {
  if (other === undefined || one.name !== other.name || one.fileName !== other.fileName) return false;
  return one.contentType === other.contentType && one.body.equals(other.body);
}

/** Cuts the body at these offsets. The offsets can be unsorted and repeated. */
export function cutAt(body: Buffer, offsets: readonly number[]): Buffer[] {
  const sorted = [...offsets, body.length].sort((a, b) => a - b);
  return sorted.map((offset, index) => body.subarray(sorted[index - 1] ?? 0, offset));
}

export function cutIntoBytes(body: Buffer): Buffer[] {
  return Array.from(body, (_, offset) => body.subarray(offset, offset + 1));
}

import { createFormReader } from '../../src/intake/form-data/create-form-reader.ts';
import type { PartHeader, PartSink } from '../../src/intake/form-data/form-reader.ts';
import { RequestTooLargeError, UnreadableMultipartError } from '../../src/platform/failure/errors.ts';
import { areSameParts } from '../../test/support/form-recorder.ts';
import { Finding } from './finding.ts';

export interface ReadPart extends PartHeader {
  readonly body: Buffer;
}

export interface ReadForm {
  /** The parts that ended. */
  readonly parts: readonly ReadPart[];
  /** The reader's error message when it rejected the form, otherwise null. */
  readonly refusal: string | null;
}

/** Padding and line break after a boundary, and CRLF and dashes before it. */
const maxHeldBackBytes = 256 + 1 + 4;

/**
 * Reads a form with the service's reader.
 * @throws {Finding} When the reader breaks its own contract or fails in a way that is not a rejection.
 */
export function readWithService(boundary: string, chunks: readonly Buffer[]): ReadForm {
  const parts: ReadPart[] = [];
  let open = false;
  let events = 0;
  let handedOutBytes = 0;
  let heldBackBytes = 0;

  function part(header: PartHeader): PartSink {
    if (open) throw new Finding('handler contract', 'a part began inside another');
    open = true;
    events++;
    const pieces: Buffer[] = [];
    return {
      write(piece) {
        if (!open || piece.length === 0) throw new Finding('handler contract', 'no bytes, or bytes behind the end');
        handedOutBytes += piece.length;
        pieces.push(piece);
      },
      end() {
        if (!open) throw new Finding('handler contract', 'a part ended twice');
        open = false;
        events++;
        parts.push({ ...header, body: Buffer.concat(pieces) });
      },
    };
  }

  const reader = createFormReader(boundary, { part });

  /** The bytes of a body that the reader buffers must not grow with the body. */
  function write(chunk: Buffer): void {
    const [eventsBefore, handedOutBefore] = [events, handedOutBytes];
    reader.write(chunk);
    const isInsideBody = open && events === eventsBefore;
    heldBackBytes = isInsideBody ? heldBackBytes + chunk.length - (handedOutBytes - handedOutBefore) : 0;
    if (heldBackBytes > maxHeldBackBytes + boundary.length) {
      throw new Finding('held back', `${heldBackBytes} bytes of a part's body`);
    }
  }

  try {
    for (const chunk of chunks) write(chunk);
    reader.end();
    return { parts, refusal: null };
  } catch (error) {
    if (error instanceof UnreadableMultipartError || error instanceof RequestTooLargeError) {
      return { parts, refusal: error.message };
    }
    if (error instanceof Finding) throw error;
    throw new Finding('crash', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

export function isSameForm(one: ReadForm, other: ReadForm): boolean {
  return one.refusal === other.refusal && areSameParts(one.parts, other.parts);
}

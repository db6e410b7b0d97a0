import { addAbortSignal, type Readable } from 'node:stream';
import { untilAborted } from '../waiting/within-limit.ts';
import type { Attachment } from './attachment.ts';

/**
 * Yields the chunks of the attachment, never more bytes than announced. Rejects as soon as `signal` is aborted, even
 * while the source is silent, and then does not wait for the source to close.
 * @throws {Error} instead of yielding a chunk beyond the announced size, and at an early end.
 */
export async function* readAttachment(attachment: Attachment, signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
  const chunks = attachment.open()[Symbol.asyncIterator]();
  let bytesLeft = attachment.size;
  try {
    for (;;) {
      const { done, value } = await untilAborted(chunks.next(), signal);
      if (done) break;
      bytesLeft -= value.length;
      if (bytesLeft < 0) break;
      yield value;
    }
    if (bytesLeft !== 0) throw new Error(`The content is not the announced ${attachment.size} bytes long`);
  } finally {
    chunks.return?.().catch(() => undefined);
  }
}

/** Creates the error for an attachment whose bytes do not match its SHA-256. */
export function wrongDigestError(): Error {
  return new Error('The content does not have the announced SHA-256');
}

/** Destroys the content when the signal is aborted. Returns the content. */
export function abortable<T extends Readable>(content: T, signal: AbortSignal): T {
  // The reader gets the failure. Between two reads it has no other listener, and the process would end.
  content.on('error', () => {});
  return addAbortSignal(signal, content);
}

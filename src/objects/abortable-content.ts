import { addAbortSignal, type Readable } from 'node:stream';

/** Destroys the content when the signal is aborted. Returns the content. */
export function abortable<T extends Readable>(content: T, signal: AbortSignal): T {
  // The reader gets the failure. Between two reads nobody else listens for it, and the process would end.
  content.on('error', () => {});
  return addAbortSignal(signal, content);
}

import { RequestTooLargeError, UnreadableMultipartError } from '../../platform/failure/errors.ts';
import { maxParts } from '../submission/limits.ts';
import { createBoundaryWatch } from './boundary.ts';
import { createDelimiterSearch } from './delimiter-search.ts';
import type { FormHandler, FormReader, PartSink } from './form-reader.ts';
import { createHeaderBlock, readPartHeader } from './part-header.ts';

/** Creates a reader for one body. `boundary` comes from `readBoundary`. Bytes around the parts are ignored (C6). */
export function createFormReader(boundary: string, handler: FormHandler): FormReader {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const search = createDelimiterSearch(delimiter);
  const watchPreamble = createBoundaryWatch(delimiter.subarray(2), 'preamble');
  const watchEpilogue = createBoundaryWatch(delimiter.subarray(2), 'epilogue');
  const headers = createHeaderBlock();
  let state: 'nothing' | 'preamble' | 'headers' | 'body' | 'epilogue' = 'nothing';
  let sink: PartSink | null = null;
  let parts = 0;

  function write(chunk: Buffer): void {
    if (state === 'nothing' && chunk.length > 0) {
      state = 'preamble';
      search.begin();
    }
    let at = 0;
    while (at < chunk.length && state !== 'epilogue') {
      at = state === 'headers' ? readHeaders(chunk, at) : readData(chunk, at);
    }
    if (state === 'epilogue') watchEpilogue(chunk.subarray(at));
  }

  function readData(chunk: Buffer, at: number): number {
    const { kind, end } = search.scan(chunk, at, deliver);
    if (kind === 'more') return end;
    if (kind === 'bare LF') throw new UnreadableMultipartError('bare LF behind a boundary');
    sink?.end();
    sink = null;
    state = kind === 'close' ? 'epilogue' : 'headers';
    if (kind === 'part' && ++parts > maxParts)
      throw new RequestTooLargeError(`The form has more than ${maxParts} parts`);
    return end;
  }

  function deliver(bytes: Buffer): void {
    if (state === 'preamble') watchPreamble(bytes);
    else sink?.write(bytes);
  }

  function readHeaders(chunk: Buffer, at: number): number {
    const { block, end } = headers.read(chunk, at);
    if (block === null) return end;
    checkEndsWithBlankLine(block);
    sink = handler.part(readPartHeader(block));
    state = 'body';
    search.begin();
    return end;
  }

  function checkEndsWithBlankLine(block: Buffer): void {
    const atFront = block.indexOf(delimiter.subarray(2)) === 0;
    if (atFront || block.includes(delimiter)) throw new UnreadableMultipartError('a part ends inside its headers');
  }

  function end(): void {
    if (state === 'nothing') throw new UnreadableMultipartError('the body is empty');
    if (state !== 'epilogue') throw new UnreadableMultipartError('the final boundary is missing');
  }

  return { write, end };
}

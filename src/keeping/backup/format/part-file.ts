import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nullIfMissing } from '../../../platform/disk/durable-files.ts';
import type { PartFile } from './manifest.ts';

const lineFeed = 10;

/** Writes a new file of a generation durably. Resolves with its size, line count and digest. */
export async function writePart(directory: string, path: string, content: Readable): Promise<PartFile> {
  const measure = createMeasure();
  const file = createWriteStream(join(directory, path), { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(content, measure.stream, file);
  return { path, ...measure.result() };
}

/** Resolves with the size, line count and digest of `file`. `path` is its path in the generation. */
export async function partFacts(file: string, path: string): Promise<PartFile> {
  const measure = createMeasure();
  await pipeline(createReadStream(file), measure.stream.resume());
  return { path, ...measure.result() };
}

/** Resolves with the difference between the file at `path` and its recorded size and digest, or with null. */
export async function partDifference(path: string, part: PartFile): Promise<string | null> {
  const found = await stat(path).catch(nullIfMissing);
  if (found === null) return 'is missing';
  if (found.size !== part.bytes) return `is ${found.size} bytes long instead of ${part.bytes}`;
  const { sha256, rows } = await partFacts(path, part.path);
  return sha256 === part.sha256 && rows === part.rows ? null : 'has other bytes than were written';
}

/** Yields the lines of a generation's file, without their line feeds. */
export async function* readLines(path: string): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      yield bytes.toString('utf8', start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield rest.toString('utf8');
}

function createMeasure() {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ rows, bytes, sha256: hash.digest('hex') }) };
}

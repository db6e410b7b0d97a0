import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The input that one execution passes to the readers. */
export interface FuzzInput {
  readonly boundary: string;
  readonly body: Buffer;
  /** Two ways to cut the body: the lengths of the chunks, including zeros. Each sum is the body's length. */
  readonly cuts: readonly [readonly number[], readonly number[]];
}

export function chunksOf(body: Buffer, lengths: readonly number[]): Buffer[] {
  let at = 0;
  return lengths.map((length) => {
    const chunk = body.subarray(at, at + length);
    at += length;
    return chunk;
  });
}

/**
 * The JSON of an input file. The body is text with one character per byte (latin1), so that it can be read and edited.
 */
interface InputFile {
  readonly finding: string;
  readonly boundary: string;
  readonly body: string;
  readonly cuts: FuzzInput['cuts'];
}

export async function writeInput(path: string, { boundary, body, cuts }: FuzzInput, finding: string): Promise<void> {
  const file: InputFile = { finding, boundary, body: body.toString('latin1'), cuts };
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(file, null, 2)}\n`);
}

export async function readInput(path: string): Promise<FuzzInput> {
  const { boundary, body, cuts } = JSON.parse(await readFile(path, 'utf8')) as InputFile;
  return { boundary, body: Buffer.from(body, 'latin1'), cuts };
}

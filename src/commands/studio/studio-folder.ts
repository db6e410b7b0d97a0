import { createHash } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { mkdir, open, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nullIfMissing } from '../../platform/disk/durable-files.ts';
import { maxPictureMebibytes } from '../../studio/pictures/studio-pictures.ts';

/** A studio outside of an installation: its document, and the largest file of each picture that the document names. */
export interface StudioFolder {
  /** @throws {Error} when there is no such file, or when it is too large */
  readDocument(): Promise<string>;
  /** @throws {Error} when there is no such file, or when it is not the file that was exported under this name */
  readPicture(sha256: string): Promise<Buffer>;
}

const mebibyte = 1024 * 1024;
const documentName = 'studio.json';
const picturesName = 'pictures';
/** A document of the largest size is longer here, because people may read it. */
const maxDocumentMebibytes = 16;

export const pictureName = (sha256: string): string => `${picturesName}/${sha256}.webp`;

/** Returns the folder at this path. Resolves with null when something else is there. */
export async function studioFolderAt(path: string): Promise<StudioFolder | null> {
  if (!(await stat(path)).isDirectory()) return null;
  const folder = await realpath(path);
  return {
    readDocument: async () => (await readInside(folder, documentName, maxDocumentMebibytes)).toString('utf8'),
    async readPicture(sha256) {
      const name = pictureName(sha256);
      const bytes = await readInside(folder, name, maxPictureMebibytes);
      if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
      throw new Error(`${name} is not the file that was exported`);
    },
  };
}

/** Reads a plain file of limited size inside the folder, because strangers may have made the folder. */
async function readInside(folder: string, name: string, maxMebibytes: number): Promise<Buffer> {
  const path = join(folder, name);
  const found = await realpath(path).catch(nullIfMissing);
  if (found === null) throw new Error(`the folder has no ${name}`);
  if (found !== path) throw new Error(`${name} is a link`);
  // A pipe would otherwise wait for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new Error(`${name} is no file`);
    if (facts.size > maxMebibytes * mebibyte) throw new Error(`${name} has more than ${maxMebibytes} MiB`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(facts.size), 0, facts.size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

export interface ExportedPicture {
  readonly sha256: string;
  open(): Promise<Readable>;
}

/** Fills an empty folder. */
export async function fillStudioFolder(
  folder: string,
  document: string,
  pictures: readonly ExportedPicture[],
  signal: AbortSignal,
): Promise<void> {
  await mkdir(join(folder, picturesName), { mode: 0o700 });
  for (const { sha256, open } of pictures) {
    await writeNew(join(folder, pictureName(sha256)), await open(), signal);
  }
  await writeNew(join(folder, documentName), [document], signal);
}

async function writeNew(path: string, content: Iterable<string> | Readable, signal: AbortSignal): Promise<void> {
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
}

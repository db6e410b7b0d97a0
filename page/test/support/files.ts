import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

/** A PNG of two by two pixels. */
export const smallPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR4nGM4kWBgkDCBAUIBACO2BPGvt13HAAAAAElFTkSuQmCC',
  'base64',
);

/** Returns a PNG of noise, which does not compress: about `width` × `height` × 3 bytes. */
export function noisyPicture(width: number, height: number): Buffer {
  const row = 1 + 3 * width;
  const pixels = randomBytes(row * height);
  // Each row begins with its filter type, 0 for no filter.
  for (let at = 0; at < pixels.length; at += row) pixels[at] = 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([smallPicture.subarray(0, 8), ...chunks]);
}

/** Returns a PNG chunk (PNG specification, section 5.3). */
function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

export interface FileFolder {
  /** Writes a file and resolves with its path. A browser accepts large files only from disk. */
  write(name: string, content: Uint8Array): Promise<string>;
  /** Creates an empty folder and resolves with its path. */
  folder(name: string): Promise<string>;
  remove(): Promise<void>;
}

export async function createFileFolder(): Promise<FileFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'page-files-'));
  return {
    async write(name, content) {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    async folder(name) {
      const path = join(folder, name);
      await mkdir(path);
      return path;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

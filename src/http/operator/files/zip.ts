import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. Its name is unique and safe, with `/` between folders. */
export interface ZipEntry {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
  /** Called when it is the file's turn. */
  open(): Promise<Readable>;
}

export interface Zip {
  readonly content: Readable;
  /** Length of the content. */
  readonly bytes: number;
}

const fileMode = 0o100644;

/** A local header and a record of the central directory with a time in UTC (APPNOTE 6.3.10, sections 4.3.7 and 4.3.12). */
const headerBytes = 30 + 46 + 9;
/** Behind what is not known before it has been read (section 4.3.9). */
const descriptorBytes = 16;
const endBytes = 22;

/**
 * Files as they are, not compressed, read one after the other while the archive is sent, behind a manifest. Fails when one of
 * them does. Many programs read no archive of 4 GiB or more, or of more than 65,534 files.
 */
export function zipOf(
  manifest: Omit<ZipEntry, 'open' | 'size'> & { readonly text: string },
  entries: readonly ZipEntry[],
): Zip {
  const zip = new ZipFile();
  const content = zip.outputStream as Readable;
  const fail = (error: Error) => void content.destroy(error);
  // A file may fail before anybody reads: whoever does sees the failure then.
  content.on('error', () => {});
  const options = { compress: false, mode: fileMode };
  const text = Buffer.from(manifest.text);
  zip.on('error', fail);
  zip.addBuffer(text, manifest.path, { ...options, mtime: manifest.modifiedAt });
  for (const { path, size, modifiedAt, open } of entries) {
    zip.addReadStreamLazy(path, { ...options, mtime: modifiedAt, size }, (start) => {
      open().then((file) => start(null, file.once('error', fail)), fail);
    });
  }
  zip.end();
  // The library's own number is too great when the directory is longer than 64 KiB.
  const lengths = entries.map(({ path, size }) => lengthOf(path, size) + descriptorBytes);
  return {
    content,
    bytes: lengths.reduce((sum, length) => sum + length, lengthOf(manifest.path, text.length) + endBytes),
  };
}

/** The name stands in both headers. */
function lengthOf(path: string, size: number): number {
  return headerBytes + 2 * Buffer.byteLength(path) + size;
}

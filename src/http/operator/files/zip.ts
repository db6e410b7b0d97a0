import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. Its path is unique and safe, with `/` between folders. */
export interface ZipEntry {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
  /** Called when the archive reaches the file. */
  open(): Promise<Readable>;
}

export interface Zip {
  readonly content: Readable;
  /** Length of the content. */
  readonly bytes: number;
}

const fileMode = 0o100644;

/** A local header and a record of the central directory with a UTC time (APPNOTE 6.3.10, sections 4.3.7 and 4.3.12). */
const headerBytes = 30 + 46 + 9;
/** The data descriptor after each file, whose checksum is unknown before the file has been read (section 4.3.9). */
const descriptorBytes = 16;
const endBytes = 22;

/**
 * Creates an archive of the manifest and the uncompressed files, which are read one after the other while it is sent.
 * Fails when a file fails. Many programs cannot read an archive of 4 GiB or more, or of more than 65,534 files.
 */
export function zipOf(
  manifest: Omit<ZipEntry, 'open' | 'size'> & { readonly text: string },
  entries: readonly ZipEntry[],
): Zip {
  const zip = new ZipFile();
  const content = zip.outputStream as Readable;
  const fail = (error: Error) => void content.destroy(error);
  // A file may fail before the archive is read. Without a listener the error would end the process.
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
  // The length that the library returns is too large when the central directory is longer than 64 KiB.
  const lengths = entries.map(({ path, size }) => lengthOf(path, size) + descriptorBytes);
  return {
    content,
    bytes: lengths.reduce((sum, length) => sum + length, lengthOf(manifest.path, text.length) + endBytes),
  };
}

/** Returns the length of an entry. The path is part of both headers. */
function lengthOf(path: string, size: number): number {
  return headerBytes + 2 * Buffer.byteLength(path) + size;
}

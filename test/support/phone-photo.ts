import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { picture } from '../pictures/pictures.ts';

const run = promisify(execFile);

/** A picture's file name decides its format. */
type PhotoName = `${string}.${'jpeg' | 'png' | 'webp' | 'avif' | 'heic'}`;

/**
 * Resolves with a photo as a phone takes it: turned, with the maker's notes, and with the location in EXIF, XMP and, in a
 * JPEG, IPTC. Debian's exiftool writes all of it.
 */
export async function phonePhoto(name: PhotoName): Promise<Buffer> {
  return inFolder(async (folder) => {
    const path = join(folder, name);
    const phone = join(folder, 'phone.jpeg');
    const block = join(folder, 'phone.exif');
    await writeFile(block, phoneExif());
    await writeFile(phone, await sharp(pixels(), { raw }).jpeg().toBuffer());
    await run('exiftool', ['-q', '-overwrite_original', `-EXIF<=${block}`, phone]);
    await writeFile(path, await plainPhoto(name));
    await run('exiftool', ['-q', '-overwrite_original', '-TagsFromFile', phone, '-all:all', '-MakerNotes', path]);
    await run('exiftool', [
      '-q',
      '-overwrite_original',
      '-EXIF:GPSLatitude=53.0793',
      '-EXIF:GPSLatitudeRef=N',
      '-EXIF:GPSLongitude=8.8017',
      '-EXIF:GPSLongitudeRef=E',
      '-XMP:GPSLatitude=53.0793',
      '-XMP-photoshop:City=Bremen',
      ...(extname(name) === '.jpeg' ? ['-IPTC:City=Bremen'] : []),
      path,
    ]);
    return readFile(path);
  });
}

const raw = { width: 64, height: 48, channels: 3 } as const;
const pixels = () => Buffer.from(Array.from({ length: raw.width * raw.height * 3 }, (_, at) => (at * 7) % 251));

/** libheif, which phones' pictures are read with, has coded the HEIC: `test/pictures/make.sh`. */
async function plainPhoto(name: PhotoName): Promise<Buffer> {
  const format = extname(name).slice(1) as 'jpeg' | 'png' | 'webp' | 'avif' | 'heic';
  return format === 'heic' ? picture('photo.heic') : sharp(pixels(), { raw }).toFormat(format).toBuffer();
}

/** Resolves with the location and the maker's notes that exiftool finds. */
export async function locationIn(name: string, content: Uint8Array): Promise<string> {
  return inFolder(async (folder) => {
    const path = join(folder, name);
    await writeFile(path, content);
    const tags = ['-*GPS*', '-*City*', '-*Location*', '-*Country*', '-MakerNotes:all'];
    const { stdout } = await run('exiftool', ['-a', '-u', '-ee', '-G1', ...tags, path]);
    return stdout;
  });
}

/** Returns EXIF of a phone whose maker writes notes of its own: a TIFF structure with the notes in its second directory. */
function phoneExif(): Buffer {
  const words = Buffer.from('Apple\0iPhone 15\0', 'latin1');
  const header = Buffer.from('MM\0*\0\0\0\x08', 'latin1');
  const firstAt = header.length;
  const wordsAt = firstAt + 2 + 4 * 12 + 4;
  const secondAt = wordsAt + words.length;
  const notesAt = secondAt + 2 + 2 * 12 + 4;
  const notes = makersNotes();
  return Buffer.concat([
    header,
    directory([
      entry(0x010f, 2, 6, wordsAt),
      entry(0x0110, 2, 10, wordsAt + 6),
      entry(0x0112, 3, 1, 6 << 16),
      entry(0x8769, 4, 1, secondAt),
    ]),
    words,
    directory([entry(0x9000, 7, 4, 0x30323332), entry(0x927c, 7, notes.length, notesAt)]),
    notes,
  ]);
}

/** The version of the notes, and the time for which the phone has been on. */
function makersNotes(): Buffer {
  const mark = Buffer.from('Apple iOS\0\0\x01MM', 'latin1');
  return Buffer.concat([mark, directory([entry(0x0001, 9, 1, 14), entry(0x0014, 9, 1, 12)])]);
}

function directory(entries: readonly Buffer[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(entries.length);
  return Buffer.concat([count, ...entries, Buffer.alloc(4)]);
}

function entry(tag: number, type: number, count: number, value: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16BE(tag, 0);
  bytes.writeUInt16BE(type, 2);
  bytes.writeUInt32BE(count, 4);
  bytes.writeUInt32BE(value, 8);
  return bytes;
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'photo-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

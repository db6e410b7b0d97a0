import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Picture, pictureMediaType } from '../studio/catalogue/picture.ts';
import { type NamedPictures, readStudioFile } from '../studio/document/read-studio.ts';
import { studioKeys } from '../studio/document/studio.ts';

/** Parses the path of a catalogue to its content and its pictures. Every fault of the files becomes an issue. */
export const catalogueFile = z.string().transform((path, context) => {
  const report = (message: string) => context.addIssue({ code: 'custom', message });
  const text = readBytes(path, report)?.toString();
  if (text === undefined) return z.NEVER;
  const read = readStudioFile(text);

  function picture(key: string, name: string | null): Picture | null {
    if (name === null) return null;
    const content = readBytes(join(dirname(path), name), (fault) => report(`\`${key}\` ${fault}`));
    return content && { mediaType: pictureMediaType(name) ?? 'application/octet-stream', content };
  }

  const readPictures = ({ image, icon }: NamedPictures) => ({
    image: picture('image', image),
    icon: picture('icon', icon),
  });

  if ('faults' in read) {
    read.faults.forEach(report);
    readPictures(read.pictures);
    return z.NEVER;
  }
  const { image, icon, ...studio } = read.file;
  const keys = studioKeys.filter((key) => read.keys.includes(key));
  return { studio, keys, pictures: readPictures({ image, icon }) };
});

function readBytes(path: string, report: (fault: string) => void): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    report(code === 'ENOENT' ? 'names a file that does not exist' : `cannot be read: ${code}`);
    return null;
  }
}

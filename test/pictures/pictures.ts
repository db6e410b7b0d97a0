import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pictures of 120 by 80 pixels, red at the top and blue at the bottom. `make.sh` makes them. */
export const pictureNames = [
  'photo.jpg',
  'photo-progressive.jpg',
  'photo.png',
  'photo.webp',
  'photo.gif',
  'photo.avif',
  'photo.heic',
] as const;

/** Pictures in formats that the service does not decode. */
export const otherPictureNames = ['photo.tiff', 'photo.bmp', 'photo.ppm', 'photo.ico'] as const;

/** HEIC pictures of (200, 100, 100) in Display P3 on their left half: by an ICC profile, and by numbers (`nclx`). */
const profiledPictureNames = ['p3.heic', 'p3-nclx.heic'] as const;

type PictureName =
  | (typeof pictureNames)[number]
  | (typeof otherPictureNames)[number]
  | (typeof profiledPictureNames)[number];

/** The compiled file is below `build/`, where there are no pictures. */
const folder = import.meta.dirname.replace(/\bbuild\/(?=test\/pictures$)/, '');

export function picture(name: PictureName): Buffer {
  return readFileSync(join(folder, name));
}

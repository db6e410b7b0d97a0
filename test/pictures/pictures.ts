import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of 120 by 80 pixels, red above and blue below; `make.sh` tells how they were made. */
export const pictureNames = [
  'photo.jpg',
  'photo-progressive.jpg',
  'photo.png',
  'photo.webp',
  'photo.gif',
  'photo.avif',
  'photo.heic',
] as const;

/** Pictures of formats that nobody decodes here. */
export const otherPictureNames = ['photo.tiff', 'photo.bmp', 'photo.ppm', 'photo.ico'] as const;

/** Compiled, this file stands below `build/`, without the pictures. */
const folder = import.meta.dirname.replace(/\bbuild\/(?=test\/pictures$)/, '');

export function picture(name: (typeof pictureNames)[number] | (typeof otherPictureNames)[number]): Buffer {
  return readFileSync(join(folder, name));
}

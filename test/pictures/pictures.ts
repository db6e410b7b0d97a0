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

export function picture(name: (typeof pictureNames)[number] | (typeof otherPictureNames)[number]): Buffer {
  return readFileSync(join(import.meta.dirname, name));
}

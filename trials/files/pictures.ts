import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { projectPath } from '../../bench/paths.ts';

export interface TrialPicture {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * Makes pictures of 12 and 4 megapixels, like a camera and a tablet. The HEIC is the small one of the tests, because no
 * tool here writes HEIC.
 */
export async function makePictures(): Promise<readonly TrialPicture[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const grain = await sharp({ create: { width: 504, height: 378, channels: 3, noise, background: 'white' } })
    .png()
    .toBuffer();
  const photo = () => sharp(grain).resize(4032, 3024, { kernel: 'cubic' });
  const drawing = () => sharp(grain).resize(2304, 1728, { kernel: 'cubic' });
  return [
    { name: 'photo.jpg', type: 'image/jpeg', bytes: await photo().jpeg({ quality: 85 }).toBuffer() },
    {
      name: 'drawing.png',
      type: 'image/png',
      bytes: await drawing().png({ compressionLevel: 2, palette: true }).toBuffer(),
    },
    { name: 'drawing.webp', type: 'image/webp', bytes: await drawing().webp({ effort: 0 }).toBuffer() },
    { name: 'drawing.avif', type: 'image/avif', bytes: await drawing().avif({ effort: 0 }).toBuffer() },
    { name: 'small.heic', type: 'image/heic', bytes: readFileSync(projectPath('test/pictures/photo.heic')) },
  ];
}

import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { projectPath } from '../../../bench/paths.ts';
import { gif, heicLoop, interlacedPng, jpegOfSize, png, webpOfSize } from '../../../test/pictures/bombs.ts';
import { filePart, type RawPart } from '../../../test/support/form.ts';

/**
 * Makes pictures of 12 and 4 megapixels, like a camera and a tablet. The HEIC is the small one of the tests, because no
 * tool here writes HEIC.
 */
export async function makePictures(): Promise<readonly RawPart[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const grain = await sharp({ create: { width: 504, height: 378, channels: 3, noise, background: 'white' } })
    .png()
    .toBuffer();
  const photo = () => sharp(grain).resize(4032, 3024, { kernel: 'cubic' });
  const drawing = () => sharp(grain).resize(2304, 1728, { kernel: 'cubic' });
  return [
    filePart('photo.jpg', await photo().jpeg({ quality: 85 }).toBuffer(), 'image/jpeg'),
    filePart('drawing.png', await drawing().png({ compressionLevel: 2, palette: true }).toBuffer(), 'image/png'),
    filePart('drawing.webp', await drawing().webp({ effort: 0 }).toBuffer(), 'image/webp'),
    filePart('drawing.avif', await drawing().avif({ effort: 0 }).toBuffer(), 'image/avif'),
    filePart('small.heic', readFileSync(projectPath('test/pictures/photo.heic')), 'image/heic'),
  ];
}

/**
 * Makes pictures that are expensive to decode. The headers of most of them reveal this. One needs more memory than the
 * process may have.
 */
export async function makeBombs(): Promise<readonly RawPart[]> {
  const memory = interlacedPng(9900);
  const plain = { width: 6000, height: 6000, channels: 3, background: 'red' } as const;
  return [
    filePart('memory.png', memory, 'image/png'),
    filePart('pixels.jpg', jpegOfSize(50_000, 50_000), 'image/jpeg'),
    filePart('frames.gif', gif(1000, 10_000), 'image/gif'),
    filePart('truncated.png', memory.subarray(0, memory.length / 2), 'image/png'),
    filePart('wide.png', png({ width: 50_000, height: 50_000 }), 'image/png'),
    filePart('canvas.webp', webpOfSize(16_000, 16_000), 'image/webp'),
    filePart('kilobyte.avif', await sharp({ create: plain }).avif({ effort: 0 }).toBuffer(), 'image/avif'),
    filePart('loop.heic', heicLoop(), 'image/heic'),
  ];
}

import sharp from 'sharp';
import { gif, heicLoop, interlacedPng, jpegOfSize, png, webpOfSize } from '../../test/pictures/bombs.ts';
import type { TrialPicture } from './pictures.ts';

/**
 * Makes pictures that are expensive to decode. The headers of most of them reveal this. One needs more memory than the
 * process may have.
 */
export async function makeBombs(): Promise<readonly TrialPicture[]> {
  const memory = interlacedPng(9900);
  const plain = { width: 6000, height: 6000, channels: 3, background: 'red' } as const;
  return [
    { name: 'memory.png', type: 'image/png', bytes: memory },
    { name: 'pixels.jpg', type: 'image/jpeg', bytes: jpegOfSize(50_000, 50_000) },
    { name: 'frames.gif', type: 'image/gif', bytes: gif(1000, 10_000) },
    { name: 'truncated.png', type: 'image/png', bytes: memory.subarray(0, memory.length / 2) },
    { name: 'wide.png', type: 'image/png', bytes: png({ width: 50_000, height: 50_000 }) },
    { name: 'canvas.webp', type: 'image/webp', bytes: webpOfSize(16_000, 16_000) },
    { name: 'kilobyte.avif', type: 'image/avif', bytes: await sharp({ create: plain }).avif({ effort: 0 }).toBuffer() },
    { name: 'loop.heic', type: 'image/heic', bytes: heicLoop() },
  ];
}

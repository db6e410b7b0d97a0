import type { Sharp, SharpOptions } from 'sharp';
import type { RenderHead } from '../message.ts';
import { previewPixels } from '../previews.ts';
import { decodeHeic } from './decode-heic.ts';

/** Returns one picture for each size. Rejects when the file is unreadable or has too many pixels. */
export type RenderPicture = (bytes: Buffer, head: RenderHead) => Promise<Buffer[]>;

/** The only loaders that may run, whatever the bytes look like. */
const loaders = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadHeifBuffer',
];

const webpOptions = { quality: 80, effort: 3 };

/** Rejects on a platform without sharp. */
export async function createRenderer(): Promise<RenderPicture> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  sharp.cache(false);
  sharp.concurrency(1);

  async function open(bytes: Buffer, { format, pixels }: RenderHead): Promise<() => Sharp> {
    if (format === 'heic') {
      const { data, width, height } = await decodeHeic(bytes, pixels);
      return () => sharp(data, { raw: { width, height, channels: 4 } });
    }
    const options: SharpOptions = { limitInputPixels: pixels, failOn: 'error', pages: 1 };
    await checkHeader(sharp(bytes, { ...options, pages: -1 }), pixels);
    return () => sharp(bytes, options).autoOrient();
  }

  return async (bytes, head) => {
    const picture = await open(bytes, head);
    const pictures: Buffer[] = [];
    for (const size of head.sizes) {
      const side = previewPixels[size];
      const box = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const;
      pictures.push(await picture().resize(box).webp(webpOptions).toBuffer());
    }
    return pictures;
  };
}

/** Throws when all frames together have too many pixels, before any frame is decoded. */
async function checkHeader(picture: Sharp, maxPixels: number): Promise<void> {
  const { width, height, pageHeight = height, pages = 1 } = await picture.metadata();
  if (width * pageHeight * pages > maxPixels) throw new Error('The picture has too many pixels');
}

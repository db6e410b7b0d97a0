import type { Metadata, Sharp, SharpConstructor, SharpOptions } from 'sharp';
import type { RenderHead } from '../message.ts';
import type { PictureFacts } from '../picture-facts.ts';
import type { PixelLimits } from '../picture-format.ts';
import { displayP3, withProfile } from './colour-profile.ts';
import { decodeHeic } from './decode-heic.ts';
import { pictureHash } from './picture-hash.ts';
import { AnimatedPicture, RefusedPicture } from './refused-picture.ts';

interface Rendered {
  /** One for each size. */
  readonly pictures: readonly Buffer[];
  readonly facts: PictureFacts;
}

/** With the hash by which pictures are compared, or null. */
interface Hashed extends Rendered {
  readonly hash: string | null;
}

/** Rejects with a `RefusedPicture`. */
export type RenderPicture = (bytes: Buffer, head: RenderHead) => Promise<Hashed>;

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
  return async (bytes, head) => {
    const rendered = await (head.format === 'heic' ? renderHeic : renderOther)(sharp, bytes, head);
    const [picture] = rendered.pictures;
    const isCompared = head.purpose === 'preview' && picture !== undefined;
    return { ...rendered, hash: isCompared ? await pictureHash(sharp, picture) : null };
  };
}

/** `libheif-js` turns the picture upright and leaves its colours in their profile. */
async function renderHeic(sharp: SharpConstructor, bytes: Buffer, { pixels, sides }: RenderHead): Promise<Rendered> {
  const { data, width, height, profile } = await decodeHeic(bytes, pixels.decoded);
  const icc = profile === 'display-p3' ? await displayP3(sharp) : profile;
  const picture = () => sharp(data, { raw: { width, height, channels: 4 } });
  // sharp takes a profile only from a file, so the picture is made smaller first.
  const inProfile = async (side: number, profileBytes: Buffer) =>
    sharp(withProfile(await shrunk(picture(), side).png({ compressionLevel: 1 }).toBuffer(), profileBytes));
  const source = (side: number) => (icc === null ? picture() : inProfile(side, icc));
  return { pictures: await eachSide(sides, source), facts: { width, height, problem: null } };
}

/** A preview of an incomplete picture shows its readable part. */
async function renderOther(sharp: SharpConstructor, bytes: Buffer, head: RenderHead): Promise<Rendered> {
  const { pixels, sides, purpose } = head;
  const size = await sizeOf(sharp(bytes, { failOn: 'none', limitInputPixels: false }), head);
  const options: SharpOptions = { limitInputPixels: pixels.streamed, pages: 1 };
  const render = (failOn: 'error' | 'none') => eachSide(sides, () => sharp(bytes, { ...options, failOn }).autoOrient());
  try {
    return { pictures: await render('error'), facts: { ...size, problem: null } };
  } catch (broken) {
    if (purpose === 'studio') throw new RefusedPicture((broken as Error).message, { ...size, problem: 'damaged' });
    try {
      return { pictures: await render('none'), facts: { ...size, problem: 'damaged' } };
    } catch (error) {
      throw new RefusedPicture((error as Error).message, { ...size, problem: 'unreadable' });
    }
  }
}

async function eachSide(sides: readonly number[], source: (side: number) => Sharp | Promise<Sharp>): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (const side of sides)
    pictures.push(
      await shrunk(await source(side), side)
        .webp(webpOptions)
        .toBuffer(),
    );
  return pictures;
}

function shrunk(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}

/** Reads the header alone. Throws when the first frame, the only one that is decoded, has too many pixels. */
async function sizeOf(picture: Sharp, { pixels, purpose }: RenderHead): Promise<{ width: number; height: number }> {
  const metadata = await picture.metadata();
  const { autoOrient: upright, pages = 1 } = metadata;
  if (purpose === 'studio' && pages > 1) {
    throw new AnimatedPicture('The picture has several frames', { ...upright, problem: 'unreadable' });
  }
  if (upright.width * upright.height <= maxPixels(metadata, pixels)) return upright;
  throw new RefusedPicture('The picture has too many pixels', { ...upright, problem: 'too-many-pixels' });
}

/** Interlaced pictures and frames of animations are decoded as a whole. */
function maxPixels({ isProgressive, pages = 1 }: Metadata, { decoded, streamed }: PixelLimits): number {
  return isProgressive || pages > 1 ? decoded : streamed;
}

import { type NewPicture, pictureSides } from '../pictures/studio-pictures.ts';
import type { PictureProblem } from './picture-facts.ts';

/** Why a picture is not taken. */
export type EncodingFault = PictureProblem | 'animated';

/** A WebP picture in sRGB, upright and without metadata. */
export interface EncodedPicture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

export type Encoding =
  /** One picture for each side. */
  | { readonly kind: 'encoded'; readonly pictures: readonly EncodedPicture[] }
  | { readonly kind: 'refused'; readonly fault: EncodingFault }
  /** The picture was not examined: a later call may encode it. */
  | { readonly kind: 'not now' };

/** Encodes pictures again. No file is decoded in this process. */
export interface PictureEncoder {
  /**
   * Encodes a whole, still picture.
   * @param sides Maximum pixels of the longer side, for each picture to make. A smaller picture keeps its size.
   */
  encode(bytes: Buffer, sides: readonly number[]): Promise<Encoding>;
  /** Ends the process. Later calls reject. */
  close(): Promise<void>;
}

type StudioEncoding =
  | { readonly kind: 'encoded'; readonly picture: NewPicture }
  | Exclude<Encoding, { readonly kind: 'encoded' }>;

/** Encodes a picture in the sizes that the studio keeps. */
export async function encodeForStudio(encoder: PictureEncoder, bytes: Buffer): Promise<StudioEncoding> {
  const encoding = await encoder.encode(bytes, [pictureSides.small, pictureSides.large]);
  if (encoding.kind !== 'encoded') return encoding;
  const [small, large] = encoding.pictures;
  return small && large ? { kind: 'encoded', picture: { small, large } } : { kind: 'not now' };
}

import { type NewPicture, pictureSides } from '../pictures/studio-pictures.ts';
import type { Encoding, PictureEncoder } from './picture-encoder.ts';

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

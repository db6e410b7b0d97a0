const edgePixels = 320;

/** The end of the decoding queue. Pictures are decoded one at a time: ten decoded photographs take a gigabyte. */
let decoding: Promise<unknown> = Promise.resolve();

/**
 * The decoded pictures, cached as long as their files. After a cancelled submission the form shows them immediately.
 */
const smallPictures = new WeakMap<File, Promise<ImageBitmap>>();

/** Resolves with a small picture, which is shared and must not be closed. Rejects when the file cannot be decoded. */
export function decodeSmall(file: File): Promise<ImageBitmap> {
  const known = smallPictures.get(file);
  if (known) return known;
  const bitmap = decoding.then(() => createImageBitmap(file, { resizeHeight: edgePixels, resizeQuality: 'medium' }));
  smallPictures.set(file, bitmap);
  decoding = bitmap.catch(() => {});
  return bitmap;
}

/** Returns true for raster image types, which a browser may be able to decode. */
export function isPicture({ type }: File): boolean {
  return type.startsWith('image/') && type !== 'image/svg+xml';
}

/** Returns true for image types that every browser can decode. */
export function canShrink({ type }: File): boolean {
  return /^image\/(avif|bmp|gif|jpeg|png|webp)$/.test(type);
}

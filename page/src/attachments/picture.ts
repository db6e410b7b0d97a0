const edgePixels = 128;

/** One after the other: ten photographs decoded at once are a gigabyte. */
let decoding: Promise<unknown> = Promise.resolve();

/** Kept as long as their files: a form that comes back after a cancelled sending shows them at once. */
const smallPictures = new WeakMap<File, Promise<ImageBitmap>>();

/** A small picture of the file, to be left open for the next who asks. Rejects when the browser cannot read it. */
export function decodeSmall(file: File): Promise<ImageBitmap> {
  const known = smallPictures.get(file);
  if (known) return known;
  const bitmap = decoding.then(() => createImageBitmap(file, { resizeHeight: edgePixels, resizeQuality: 'medium' }));
  smallPictures.set(file, bitmap);
  decoding = bitmap.catch(() => {});
  return bitmap;
}

/** Whether a browser may be able to show the file: one that is drawn, of pixels. */
export function isPicture({ type }: File): boolean {
  return type.startsWith('image/') && type !== 'image/svg+xml';
}

/** Whether the file is of a type that every browser reads. */
export function canShrink({ type }: File): boolean {
  return /^image\/(avif|bmp|gif|jpeg|png|webp)$/.test(type);
}

/** Draws the picture, no larger than the box, over what the canvas holds. */
export function drawWithin(canvas: HTMLCanvasElement, bitmap: ImageBitmap, maxWidth: number, maxHeight: number): void {
  const scale = Math.min(1, maxWidth / bitmap.width, maxHeight / bitmap.height);
  drawScaled(canvas, bitmap, scale);
}

export interface SmallerPicture {
  readonly file: File;
  readonly width: number;
  readonly height: number;
  readonly oldWidth: number;
  readonly oldHeight: number;
}

/** As many as every browser has room for in a canvas. */
const maxPixels = 16_000_000;
const quality = 0.9;
const step = 0.7;
const maxAttempts = 6;

/** The picture as a JPEG of at most `maxBytes`; null when there is none. Rejects when the browser cannot read the file. */
export async function shrinkPicture(file: File, maxBytes: number): Promise<SmallerPicture | null> {
  const bitmap = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  let scale = Math.min(1, Math.sqrt(maxPixels / (bitmap.width * bitmap.height)));
  for (let attempt = 0; attempt < maxAttempts; attempt += 1, scale *= step) {
    drawScaled(canvas, bitmap, scale);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (!blob || blob.size > maxBytes) continue;
    const { width, height } = canvas;
    const { width: oldWidth, height: oldHeight } = bitmap;
    const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`;
    const { lastModified } = file;
    bitmap.close();
    return { file: new File([blob], name, { type: blob.type, lastModified }), width, height, oldWidth, oldHeight };
  }
  bitmap.close();
  return null;
}

function drawScaled(canvas: HTMLCanvasElement, bitmap: ImageBitmap, scale: number): void {
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return;
  // What was transparent would be black in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
}

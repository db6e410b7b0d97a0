/** Replaces the canvas's content with the picture, scaled down to fit `maxWidth` and `maxHeight`. */
export function drawWithin(canvas: HTMLCanvasElement, bitmap: ImageBitmap, maxWidth: number, maxHeight: number): void {
  const scale = Math.min(1, maxWidth / bitmap.width, maxHeight / bitmap.height);
  drawScaled(canvas, bitmap, scale);
}

interface SmallerPicture {
  readonly file: File;
  readonly width: number;
  readonly height: number;
  readonly oldWidth: number;
  readonly oldHeight: number;
}

/** Maximum pixels that a canvas can have in every browser. */
const maxPixels = 16_000_000;
const quality = 0.9;
const step = 0.7;
const maxAttempts = 6;

/** Resolves with a JPEG of at most `maxBytes`, or null when no attempt succeeds. Rejects when decoding fails. */
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
  // Transparent pixels would be black in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
}

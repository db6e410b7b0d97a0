import type { SharpConstructor } from 'sharp';

const rows = 8;
const columns = 9;
/** A picture with so few edges is alike to too many others: an empty one to every empty one. */
const fewestEdges = 6;

/**
 * Returns the difference hash of a picture, 16 hex digits: a bit for each of 64 neighbours that says which is brighter. It
 * stays nearly the same when the picture is scaled, compressed or recoloured a little. Null for a picture without edges.
 */
export async function differenceHash(sharp: SharpConstructor, picture: Buffer): Promise<string | null> {
  const pixels = await sharp(picture)
    .flatten({ background: 'white' })
    .greyscale()
    .resize(columns, rows, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  let hash = 0n;
  let edges = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 1; column < columns; column += 1) {
      const at = row * columns + column;
      const isDarker = (pixels[at] ?? 0) < (pixels[at - 1] ?? 0);
      hash = (hash << 1n) | (isDarker ? 1n : 0n);
      if (isDarker) edges += 1;
    }
  }
  return edges < fewestEdges ? null : hash.toString(16).padStart(16, '0');
}

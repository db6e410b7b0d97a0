import type { SharpConstructor } from 'sharp';

const side = 64;
/** Frequencies across and down. */
const few = 8;
const many = 16;
/** Cells across and down. */
const cells = 8;
const channels = 3;
/** A picture whose brightness of 0 to 255 differs less from its mean has no features to compare. */
const leastContrast = 1;

/** Cosines of each frequency at each pixel. */
const waves = Array.from({ length: many }, (_, frequency) =>
  Array.from({ length: side }, (_, at) => Math.cos((Math.PI * (2 * at + 1) * frequency) / (2 * side))),
);

/**
 * Returns a fingerprint of a picture as 464 hex digits: a perceptual hash of 64 bits, one of 256, and the mean red, green and blue
 * of 8 rows of 8 cells, a byte each. The bits are the signs of the lowest frequencies of a discrete cosine transform. They stay
 * nearly the same when the picture is scaled, compressed or cropped a little, and faint details count as much as the light
 * that falls on a scene. Null for an empty picture.
 */
export async function pictureHash(sharp: SharpConstructor, picture: Buffer): Promise<string | null> {
  const colours = await sharp(picture)
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .resize(side, side, { fit: 'fill' })
    .raw()
    .toBuffer();
  const brightness = Array.from({ length: side * side }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = colours.subarray(at * channels);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
  const across = waves.map((wave) =>
    Array.from({ length: side }, (_, row) => weighted(wave, (at) => brightness[row * side + at])),
  );
  const strengths = waves.map((wave) => across.map((column) => weighted(wave, (at) => column[at]) / side ** 2));
  const [[mean = 0] = []] = strengths;
  const squares = strengths.flat().reduce((sum, strength) => sum + strength ** 2, 0);
  if (Math.sqrt(squares - mean ** 2) < leastContrast) return null;
  return signsOf(strengths, few) + signsOf(strengths, many) + meansOf(colours);
}

function weighted(weights: readonly number[], valueAt: (at: number) => number | undefined): number {
  return weights.reduce((sum, weight, at) => sum + weight * (valueAt(at) ?? 0), 0);
}

function signsOf(strengths: readonly (readonly number[])[], most: number): string {
  const signs = strengths.slice(0, most).flatMap((row) => row.slice(0, most).map((strength) => (strength > 0 ? 1 : 0)));
  // The mean is no frequency.
  signs[0] = 0;
  return BigInt(`0b${signs.join('')}`)
    .toString(16)
    .padStart(signs.length / 4, '0');
}

function meansOf(colours: Buffer): string {
  const width = side / cells;
  const sums = new Float64Array(cells * cells * channels);
  for (const [at, value] of colours.entries()) {
    const pixel = Math.floor(at / channels);
    const [row, column] = [Math.floor(pixel / side / width), Math.floor((pixel % side) / width)];
    const index = (row * cells + column) * channels + (at % channels);
    sums[index] = (sums[index] ?? 0) + value;
  }
  return Buffer.from(sums.map((sum) => Math.round(sum / width ** 2))).toString('hex');
}

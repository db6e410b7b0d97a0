/** A hash of 256 bits, then the mean red, green and blue of 64 cells: `pictureHash` without its first 64 bits. */
const hashBytes = 32;
const lookBytes = hashBytes + 3 * 64;
/** Pictures that have nothing in common differ in 128 bits, drawings at random in 78 and more, copies in up to 55. */
const mostBits = 58;
/** Copies of photos and drawings that are cropped by 2 % differ by up to 6, two reference sheets of one layout by 8 and more. */
const mostColourDifference = 6.5;

/** Returns true when two pictures are the same but for their size, compression or a small cut. */
export function looksSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== lookBytes || other.length !== lookBytes) return false;
  let bits = 0;
  let squares = 0;
  for (const [at, value] of one.entries()) {
    const against = other[at] ?? 0;
    if (at >= hashBytes) squares += (value - against) ** 2;
    else bits += bitsOf(value ^ against);
  }
  return bits <= mostBits && Math.sqrt(squares / (lookBytes - hashBytes)) <= mostColourDifference;
}

function bitsOf(byte: number): number {
  return byte === 0 ? 0 : (byte & 1) + bitsOf(byte >> 1);
}

import { crc32, deflateSync } from 'node:zlib';
import type { SharpConstructor } from 'sharp';

/** The signature and the chunk IHDR of a PNG (PNG, third edition, sections 5.2 and 11.2.1). */
const headerBytes = 33;

/** Returns a PNG without a profile with this one (PNG, third edition, section 11.3.2.3). */
export function withProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, headerBytes), length, body, checksum, png.subarray(headerBytes)]);
}

/** Returns sharp's own profile of Display P3. */
export async function displayP3(sharp: SharpConstructor): Promise<Buffer | null> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } });
  const png = await pixel.withIccProfile('p3').png().toBuffer();
  return (await sharp(png).metadata()).icc ?? null;
}

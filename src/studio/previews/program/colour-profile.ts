import { crc32, deflateSync } from 'node:zlib';
import type { SharpConstructor } from 'sharp';

/** An ICC profile, a named colour space, or null for sRGB and for an unknown space. */
export type HeicProfile = Buffer | 'display-p3' | null;

/** A picture of libheif. `ptr` is its address in the memory of the WebAssembly, as Embind keeps it. */
export interface PictureHandle {
  readonly $$: { readonly ptr: number };
}

/** The functions of libheif's C interface that read a profile. They take and return addresses. */
export interface ProfileReader {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(address: number): void;
  _heif_image_handle_get_color_profile_type(handle: number): number;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, profile: number): void;
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profile: number): void;
  _heif_nclx_color_profile_free(profile: number): void;
}

/** Types of a profile (ISO/IEC 14496-12 section 12.1.5): an ICC profile, restricted or not, or numbers of H.273. */
const iccTypes = ['prof', 'rICC'];
const nclxType = 'nclx';
const maxProfileBytes = 4 * 1024 * 1024;
/** The size of `heif_error`: three words. */
const errorBytes = 12;
/** `heif_color_profile_nclx` has its primaries behind a byte with the version, and then the transfer. */
const primariesAt = 4;
const transferAt = 8;
/** Rec. ITU-T H.273 tables 2 and 3: the primaries of Display P3, and the transfer of sRGB. */
const p3Primaries = 12;
const srgbTransfer = 13;

export function profileOf(libheif: ProfileReader, { $$: { ptr } }: PictureHandle): HeicProfile {
  const type = typeName(libheif._heif_image_handle_get_color_profile_type(ptr));
  if (iccTypes.includes(type)) return iccOf(libheif, ptr);
  return type === nclxType && isDisplayP3(libheif, ptr) ? 'display-p3' : null;
}

/** Four characters in one number. */
function typeName(type: number): string {
  const name = Buffer.alloc(4);
  name.writeUInt32BE(type >>> 0);
  return name.toString('latin1');
}

function iccOf(libheif: ProfileReader, handle: number): Buffer | null {
  const bytes = libheif._heif_image_handle_get_raw_color_profile_size(handle);
  if (bytes === 0 || bytes > maxProfileBytes) return null;
  const error = libheif._malloc(errorBytes + bytes);
  try {
    libheif._heif_image_handle_get_raw_color_profile(error, handle, error + errorBytes);
    return Buffer.from(libheif.HEAPU8.slice(error + errorBytes, error + errorBytes + bytes));
  } finally {
    libheif._free(error);
  }
}

function isDisplayP3(libheif: ProfileReader, handle: number): boolean {
  const error = libheif._malloc(errorBytes + 4);
  try {
    const word = (address: number) => Buffer.from(libheif.HEAPU8.slice(address, address + 4)).readUInt32LE();
    libheif._heif_image_handle_get_nclx_color_profile(error, handle, error + errorBytes);
    const profile = word(error + errorBytes);
    if (word(error) !== 0 || profile === 0) return false;
    const isP3 = word(profile + primariesAt) === p3Primaries && word(profile + transferAt) === srgbTransfer;
    libheif._heif_nclx_color_profile_free(profile);
    return isP3;
  } finally {
    libheif._free(error);
  }
}

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

import { createRequire } from 'node:module';
import { withoutSize } from '../picture-facts.ts';
import { type HeicProfile, type PictureHandle, type ProfileReader, profileOf } from './colour-profile.ts';
import { RefusedPicture } from './refused-picture.ts';

interface DecodedPicture {
  /** RGBA, a byte each. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly profile: HeicProfile;
}

/** The used part of libheif's WebAssembly build. Its `unknown` values are handles of libheif's own objects. */
interface Libheif extends ProfileReader {
  readonly heif_error_code: { readonly heif_error_Ok: unknown };
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
  readonly heif_chroma: { readonly heif_chroma_interleaved_RGBA: unknown };
  readonly heif_channel: { readonly heif_channel_interleaved: unknown };
  heif_context_alloc(): unknown;
  heif_context_free(context: unknown): void;
  heif_context_read_from_memory(context: unknown, bytes: Uint8Array): Failure;
  heif_js_context_get_primary_image_handle(context: unknown): Handle | Failure;
  heif_image_handle_get_width(handle: unknown): number;
  heif_image_handle_get_height(handle: unknown): number;
  heif_image_handle_release(handle: unknown): void;
  heif_js_decode_image2(handle: unknown, colorspace: unknown, chroma: unknown): Promise<Decoded | Failure>;
  heif_image_release(image: unknown): void;
}

interface Failure {
  readonly code: unknown;
  readonly message: string;
}

interface Handle extends PictureHandle {
  readonly code?: undefined;
}

interface Decoded {
  readonly code?: undefined;
  readonly image: unknown;
  readonly channels: readonly Channel[];
}

interface Channel {
  readonly id: unknown;
  readonly width: number;
  readonly height: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
  readonly data: Uint8Array;
}

let loaded: Libheif | null = null;

/**
 * Decodes the primary picture and applies its rotation.
 * Rejects with a `RefusedPicture` when it is unreadable or has too many pixels.
 */
export async function decodeHeic(bytes: Buffer, maxPixels: number): Promise<DecodedPicture> {
  loaded ??= createRequire(import.meta.url)('libheif-js/wasm-bundle.js') as Libheif;
  const libheif = loaded;
  const context = libheif.heif_context_alloc();
  try {
    const read = libheif.heif_context_read_from_memory(context, bytes);
    if (read.code !== libheif.heif_error_code.heif_error_Ok) throw unreadable(read.message);
    const handle = orThrow(libheif.heif_js_context_get_primary_image_handle(context));
    const width = libheif.heif_image_handle_get_width(handle);
    const height = libheif.heif_image_handle_get_height(handle);
    if (!(width > 0 && height > 0)) throw unreadable('The picture has no pixels');
    if (width * height > maxPixels) {
      throw new RefusedPicture('The picture has too many pixels', { width, height, problem: 'too-many-pixels' });
    }
    return await decode(libheif, handle);
  } finally {
    libheif.heif_context_free(context);
  }
}

function unreadable(message: string): RefusedPicture {
  return new RefusedPicture(message, withoutSize('unreadable'));
}

async function decode(libheif: Libheif, handle: Handle): Promise<DecodedPicture> {
  const { heif_colorspace_RGB: rgb } = libheif.heif_colorspace;
  const { heif_chroma_interleaved_RGBA: rgba } = libheif.heif_chroma;
  try {
    const { image, channels } = orThrow(await libheif.heif_js_decode_image2(handle, rgb, rgba));
    const channel = channels.find(({ id }) => id === libheif.heif_channel.heif_channel_interleaved);
    if (channel === undefined) throw unreadable('The picture has no colours');
    const picture = { ...withoutPadding(channel), profile: profileOf(libheif, handle) };
    libheif.heif_image_release(image);
    return picture;
  } finally {
    libheif.heif_image_handle_release(handle);
  }
}

function orThrow<T extends object>(result: T | Failure): T {
  if ('code' in result && result.code !== undefined) throw unreadable((result as Failure).message);
  return result as T;
}

/** Returns a copy, because the decoder's memory is released. */
function withoutPadding({ width, height, stride, data }: Channel): Omit<DecodedPicture, 'profile'> {
  const rowBytes = width * 4;
  if (stride === rowBytes) return { data: Uint8Array.from(data), width, height };
  const rows = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    rows.set(data.subarray(row * stride, row * stride + rowBytes), row * rowBytes);
  }
  return { data: rows, width, height };
}

const mebibyte = 1024 * 1024;

const pictureFormats = ['jpeg', 'png', 'webp', 'gif', 'avif', 'heic'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

export interface PixelLimits {
  /** Maximum of width times height of the first frame. */
  readonly decoded: number;
  /** The same for a single picture that its format decodes row by row or already smaller. It needs little memory. */
  readonly streamed: number;
}

/** The limits for decoding one picture. */
export interface PictureLimits {
  readonly pixels: PixelLimits;
  /** Processor time from the start of the decoding to the finished preview. */
  readonly timeMs: number;
  /** Resident memory of the decoding process. */
  readonly memoryBytes: number;
}

const limits = { timeMs: 10_000, memoryBytes: 512 * mebibyte };
const whole: PictureLimits = { ...limits, pixels: { decoded: 100_000_000, streamed: 100_000_000 } };
const streamed: PictureLimits = { ...limits, pixels: { decoded: 100_000_000, streamed: 400_000_000 } };

/**
 * HEIC is decoded by WebAssembly, which is slower. AVIF is decoded as a whole, with up to 18 bytes a pixel. An AVIF
 * with more pixels would exceed the memory limit, after a second of work that a file of one kilobyte can cause.
 */
export const pictureLimits: Readonly<Record<PictureFormat, PictureLimits>> = {
  jpeg: streamed,
  png: streamed,
  webp: streamed,
  gif: whole,
  avif: { ...limits, pixels: { decoded: 24_000_000, streamed: 24_000_000 } },
  heic: { pixels: { decoded: 60_000_000, streamed: 60_000_000 }, timeMs: 30_000, memoryBytes: 1024 * mebibyte },
};

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'];
const avifBrands = ['avif', 'avis'];

/** Detects the format by the first bytes: a file's name and type may be wrong. Returns null when it gets no preview. */
export function pictureFormatOf(bytes: Buffer): PictureFormat | null {
  if (bytes.length < 16) return null;
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (/^RIFF.{4}WEBP/s.test(head)) return 'webp';
  return head.slice(4, 8) === 'ftyp' ? formatOfBrands(bytes) : null;
}

/** Reads the brands of an ISO media file (ISO/IEC 14496-12 section 4.3). `mif1` alone does not name the codec. */
function formatOfBrands(bytes: Buffer): PictureFormat | null {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  for (const brand of brands) {
    if (avifBrands.includes(brand)) return 'avif';
    if (heicBrands.includes(brand)) return 'heic';
  }
  return null;
}

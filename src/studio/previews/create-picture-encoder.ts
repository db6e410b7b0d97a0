import type { Logger } from 'pino';
import type { EncodedPicture, Encoding, PictureEncoder } from './picture-encoder.ts';
import type { PictureFacts } from './picture-facts.ts';
import { type PictureFormat, type PictureLimits, pictureFormatOf, pictureLimits } from './picture-format.ts';
import { type PreviewProcess, startPreviewProcess } from './preview-process.ts';
import { isFaultOfFile, type RenderResult } from './result.ts';

interface PictureEncoderOptions {
  /** Path of the built program that decodes pictures. */
  readonly program: string;
  readonly log: Logger;
  readonly limits?: Readonly<Record<PictureFormat, PictureLimits>>;
}

/** The process is ended this long after its last picture: people upload several. */
const idleMs = 10_000;

/** Creates an encoder that decodes one picture at a time, in a process of its own. */
export function createPictureEncoder({ program, log, limits = pictureLimits }: PictureEncoderOptions): PictureEncoder {
  let last: Promise<unknown> = Promise.resolve();
  let running: PreviewProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function encode(bytes: Buffer, sides: readonly number[]): Promise<Encoding> {
    const format = pictureFormatOf(bytes);
    if (format === null) return { kind: 'refused', fault: 'not-a-picture' };
    const { pixels } = limits[format];
    const result = await render(bytes, { format, pixels, sides, purpose: 'studio' }, limits[format]);
    if (result.kind === 'rendered') return encodingOf(result.pictures, result.facts, sides);
    if (result.kind === 'refused') {
      return { kind: 'refused', fault: result.isAnimated ? 'animated' : (result.facts.problem ?? 'unreadable') };
    }
    log.warn(result, 'A picture for the studio could not be encoded');
    if (result.kind === 'too slow' || isFaultOfFile(result)) return { kind: 'refused', fault: 'too-costly' };
    return { kind: 'not now' };
  }

  const render: PreviewProcess['render'] = async (...picture) => {
    clearTimeout(idle);
    if (isClosed) throw new Error('The encoder is closed');
    if (running?.isUsable() === false) await endProcess();
    running ??= startPreviewProcess(program);
    try {
      return await running.render(...picture);
    } finally {
      idle = setTimeout(() => void endProcess(), idleMs).unref();
    }
  };

  async function endProcess(): Promise<void> {
    clearTimeout(idle);
    const ending = running;
    running = null;
    await ending?.end();
  }

  return {
    encode(bytes, sides) {
      const encoding = last.then(() => encode(bytes, sides));
      last = encoding.catch(() => {});
      return encoding;
    },
    async close() {
      isClosed = true;
      await endProcess();
    },
  };
}

function encodingOf(
  pictures: Extract<RenderResult, { kind: 'rendered' }>['pictures'],
  { width, height }: PictureFacts,
  sides: readonly number[],
): Encoding {
  const encoded = sides.flatMap((side, index): EncodedPicture[] => {
    const bytes = pictures[index];
    if (bytes === undefined || width === null || height === null) return [];
    const scale = Math.min(1, side / Math.max(width, height));
    const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale));
    return [{ bytes, width: scaled(width), height: scaled(height) }];
  });
  return encoded.length === sides.length ? { kind: 'encoded', pictures: encoded } : { kind: 'not now' };
}

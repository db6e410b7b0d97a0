import { byteReader, expectAtMost, mostPieces, type Split, UnreadError } from './byte-reader.ts';

const extension = 0x21;
const image = 0x2c;
const end = 0x3b;
/** Transparency and timing of the frame that follows. */
const graphicControl = 0xf9;
const application = 0xff;
/** How often the frames are repeated, and the colours. Other extensions of programs are cut. */
const keptApplications = /NETSCAPE2.0|ANIMEXTS1.0|ICCRGBG1012/;

export function isGif(bytes: Uint8Array): boolean {
  return /^GIF8[79]a/.test(byteReader(bytes).text(0, 6));
}

/** @throws UnreadError */
export function splitGif(bytes: Uint8Array): Split {
  const { u8, text, size } = byteReader(bytes);
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const first = 13 + colours(u8(10));
  const kept = [bytes.subarray(0, first)];
  const cut: Uint8Array[] = [];
  let pieces = 0;
  let at = first;
  /** Goes behind a chain of blocks, each with its length. */
  function skipBlocks(): void {
    while (at < size) {
      const length = u8(at);
      at += 1 + length;
      if (length === 0) return;
    }
  }
  while (at < size && u8(at) !== end) {
    expectAtMost(mostPieces, ++pieces);
    const start = at;
    const [kind, label] = [u8(at), u8(at + 1)];
    if (kind === image) at += 10 + colours(u8(at + 9)) + 1;
    else if (kind === extension) at += 2;
    else throw new UnreadError('A block of another kind');
    skipBlocks();
    const isKept =
      kind === image ||
      label === graphicControl ||
      (label === application && keptApplications.test(text(start + 3, start + 14)));
    (isKept ? kept : cut).push(bytes.subarray(start, at));
  }
  return { kept: [...kept, new Uint8Array([end])], cut: [...cut, bytes.subarray(at + 1)] };
}

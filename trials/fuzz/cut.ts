import type { Random } from '../random.ts';

const maxBytewise = 2000;
const maxFewCuts = 6;

/** Returns the lengths of the chunks into which the body is cut. */
export function cutAtRandom(body: Buffer, random: Random): number[] {
  switch (random.below(5)) {
    case 0:
      return [body.length];
    case 1:
      return body.length <= maxBytewise ? evenly(body.length, 1) : evenly(body.length, 1 + random.below(5000));
    case 2:
      return evenly(body.length, 1 + random.below(64) * Math.ceil((body.length + 1) / 4000));
    case 3:
      return atOffsets(body.length, aroundLineBreaks(body, random));
    default:
      return atOffsets(body.length, anywhere(body.length, random));
  }
}

function evenly(total: number, length: number): number[] {
  const lengths = Array<number>(Math.floor(total / length)).fill(length);
  return total % length === 0 ? lengths : [...lengths, total % length];
}

function anywhere(total: number, random: Random): number[] {
  return Array.from({ length: 1 + random.below(maxFewCuts) }, () => random.below(total + 1));
}

/** Cuts around line breaks, where a reader has the most state. */
function aroundLineBreaks(body: Buffer, random: Random): number[] {
  const offsets: number[] = [];
  for (let at = body.indexOf('\r'); at !== -1 && offsets.length < 200; at = body.indexOf('\r', at + 1)) {
    if (random.oneIn(2)) offsets.push(Math.min(body.length, at + random.below(12)));
  }
  return offsets;
}

/** Equal offsets give empty chunks. */
function atOffsets(total: number, offsets: readonly number[]): number[] {
  const ends = [...offsets, total].sort((a, b) => a - b);
  return ends.map((end, index) => end - (ends[index - 1] ?? 0));
}

/** What one execution gives to the readers. */
export interface FuzzInput {
  readonly boundary: string;
  readonly body: Buffer;
  /** Two ways to cut the body: the lengths of the chunks, zeros among them, which add up to the body's. */
  readonly cuts: readonly [readonly number[], readonly number[]];
}

export function chunksOf(body: Buffer, lengths: readonly number[]): Buffer[] {
  let at = 0;
  return lengths.map((length) => {
    const chunk = body.subarray(at, at + length);
    at += length;
    return chunk;
  });
}

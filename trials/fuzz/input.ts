/** The input that one execution passes to the readers. */
export interface FuzzInput {
  readonly boundary: string;
  readonly body: Buffer;
  /** Two ways to cut the body: the lengths of the chunks, including zeros. Each sum is the body's length. */
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

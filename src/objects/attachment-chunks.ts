/**
 * The chunks of an attachment, in their order. Fails as soon as `broken` rejects, whether the source speaks or not, and
 * lets go of the source without waiting for it.
 */
export async function* chunksUntil(
  broken: Promise<never>,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, void> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), broken]);
      if (done) return;
      yield value;
    }
  } finally {
    chunks.return?.().catch(() => undefined);
  }
}

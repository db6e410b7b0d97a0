/** The work, done for the first who asks; whoever asks later gets the same promise, and after a rejection a new one. */
export function onceOnly<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
}

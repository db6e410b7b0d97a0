/** Returns a function that creates the value at its first call and returns the same value at each later call. */
export function lazily<T>(create: () => T): () => T {
  let made: readonly [T] | undefined;
  return () => {
    made ??= [create()];
    return made[0];
  };
}

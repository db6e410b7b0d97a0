/** A random generator whose results depend on the seed only, on any machine. */
export interface Random {
  /** Returns a number from 0 to 1, excluding 1. */
  fraction(): number;
  /** Returns a whole number from 0 to `limit`, excluding `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  /** Returns true with a probability of 1 in `times`. */
  oneIn(times: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32. It has 32 bits of state, which is enough for trials. */
export function createRandom(seed: number): Random {
  let state = seed | 0;

  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (limit: number) => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    chance: (probability) => fraction() < probability,
    oneIn: (times) => below(times) === 0,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('There is nothing to pick from');
      return list[below(list.length)] as T;
    },
  };
}

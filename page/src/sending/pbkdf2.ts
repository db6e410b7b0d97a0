const rounds = 64;

const primes: number[] = [];
for (let one = 2; primes.length < rounds; one += 1) if (primes.every((prime) => one % prime !== 0)) primes.push(one);
const wordsOf = (roots: readonly number[]) => Int32Array.from(roots, (root) => (root % 1) * 2 ** 32);
const constants = wordsOf(primes.map(Math.cbrt));
const start = wordsOf(primes.slice(0, 8).map(Math.sqrt));

/** No index is beyond an array. */
const at = (words: Int32Array, index: number) => words[index] as number;
const turned = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/**
 * Derives a key of 32 bytes by PBKDF2 with HMAC-SHA-256 (RFC 8018, FIPS 180-4), in hex: pages without TLS have no WebCrypto.
 *
 * @param password At most 64 bytes
 * @param salt At most 51 bytes
 */
export function pbkdf2(password: Uint8Array, salt: Uint8Array, iterations: number): string {
  const inner = hashed(start, blockOf([...password], 0x36));
  const outer = hashed(start, blockOf([...password], 0x5c));
  const block = lastBlockOf(Array<number>(32).fill(0));
  let state = hashed(inner, lastBlockOf([...salt, 0, 0, 0, 1]));
  const key = new Int32Array(8);
  for (let left = iterations; left > 0; left -= 1) {
    if (left < iterations) {
      block.set(state);
      state = hashed(inner, block);
    }
    block.set(state);
    state = hashed(outer, block);
    for (let index = 0; index < 8; index += 1) key[index] = at(key, index) ^ at(state, index);
  }
  return Array.from(key, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function blockOf(bytes: readonly number[], by = 0): Int32Array {
  const block = new Int32Array(rounds);
  for (let index = 0; index < 64; index += 1) {
    block[index >> 2] = (at(block, index >> 2) << 8) | ((bytes[index] ?? 0) ^ by);
  }
  return block;
}

/** Returns the block that ends a hash of which one block has gone before. */
function lastBlockOf(message: readonly number[]): Int32Array {
  const block = blockOf([...message, 0x80]);
  block[15] = (64 + message.length) * 8;
  return block;
}

/** @param block Its first sixteen words count. The others are overwritten. */
function hashed(state: Int32Array, block: Int32Array): Int32Array {
  // Neither destructured nor mapped: that takes three times the time.
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let index = 0; index < rounds; index += 1) {
    if (index > 15) {
      const early = at(block, index - 15);
      const late = at(block, index - 2);
      block[index] =
        (at(block, index - 16) +
          at(block, index - 7) +
          (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) +
          (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10))) |
        0;
    }
    const mixed = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + (g ^ (e & (f ^ g)));
    const one = (h + mixed + at(constants, index) + at(block, index)) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + (turned(b, 2) ^ turned(b, 13) ^ turned(b, 22)) + ((b & c) ^ (d & (b ^ c)))) | 0;
  }
  const next = new Int32Array(8);
  next[0] = at(state, 0) + a;
  next[1] = at(state, 1) + b;
  next[2] = at(state, 2) + c;
  next[3] = at(state, 3) + d;
  next[4] = at(state, 4) + e;
  next[5] = at(state, 5) + f;
  next[6] = at(state, 6) + g;
  next[7] = at(state, 7) + h;
  return next;
}

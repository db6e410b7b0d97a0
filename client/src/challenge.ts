/** A puzzle of the service (docs/api.md, A challenge). Values are in hex. */
export interface Challenge {
  readonly parameters: {
    readonly algorithm: string;
    /** Iterations of each attempt. */
    readonly cost: number;
    /** Bytes of a derived key. */
    readonly keyLength: number;
    /** What the derived key of the right attempt begins with. */
    readonly keyPrefix: string;
    readonly nonce: string;
    readonly salt: string;
  };
  readonly signature: string;
}

/** The right attempt, and the key that it derives, in hex. */
export interface Solution {
  readonly counter: number;
  readonly derivedKey: string;
}

/** Browsers derive some keys at the same time. */
const attemptsAtOnce = 8;
/** The service's own challenges need a few hundred. */
const mostAttempts = 100_000;

/** Whether this runtime can solve challenges: pages without TLS have no WebCrypto. */
export function canSolve(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Solves a challenge by trying. Rejects when it is aborted, or when the challenge is none that this client knows. */
export async function solveChallenge({ parameters }: Challenge, signal: AbortSignal): Promise<Solution> {
  const { algorithm, keyPrefix } = parameters;
  if (algorithm !== 'PBKDF2/SHA-256') throw new Error(`Unknown algorithm: ${algorithm}`);
  for (let first = 0; first < mostAttempts; first += attemptsAtOnce) {
    signal.throwIfAborted();
    const counters = Array.from({ length: attemptsAtOnce }, (_, index) => first + index);
    const keys = await Promise.all(counters.map((counter) => derivedKey(parameters, counter)));
    const index = keys.findIndex((key) => key.startsWith(keyPrefix));
    if (index >= 0) return { counter: first + index, derivedKey: keys[index] ?? '' };
  }
  throw new Error('The challenge has no solution');
}

/** Returns the text of a proof: JSON in base64. */
export function proofOf(challenge: Challenge, { counter, derivedKey }: Solution): string {
  return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
}

async function derivedKey({ nonce, salt, cost, keyLength }: Challenge['parameters'], counter: number): Promise<string> {
  const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0]);
  new DataView(password.buffer).setUint32(password.length - 4, counter);
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
  const algorithm = { name: 'PBKDF2', salt: bytesOf(salt), iterations: cost, hash: 'SHA-256' };
  const bits = await crypto.subtle.deriveBits(algorithm, key, keyLength * 8);
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

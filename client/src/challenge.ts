/** A puzzle of the service (docs/api.md, A challenge). Values are in hex. */
export interface Challenge {
  readonly parameters: {
    readonly algorithm: string;
    /** Iterations of each attempt. */
    readonly cost: number;
    /** Bytes of a derived key. */
    readonly keyLength: number;
    /** The first bytes of the derived key of the right attempt. */
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

type Bytes = Uint8Array<ArrayBuffer>;
/** Derives a key of 32 bytes by PBKDF2 with HMAC-SHA-256, in hex. */
type DeriveKey = (password: Bytes, salt: Bytes, iterations: number) => Promise<string> | string;

/**
 * Solves a challenge by trying. Rejects when it is aborted, or when this client does not know the kind of challenge.
 *
 * @param deriveKey By default that of WebCrypto, which pages without TLS do not have
 */
export async function solveChallenge(
  { parameters }: Challenge,
  signal: AbortSignal,
  deriveKey: DeriveKey = deriveByWebCrypto,
): Promise<Solution> {
  const { algorithm, cost, keyLength, keyPrefix, nonce, salt } = parameters;
  if (algorithm !== 'PBKDF2/SHA-256' || keyLength !== 32) throw new Error(`Unknown algorithm: ${algorithm}`);
  for (let first = 0; first < mostAttempts; first += attemptsAtOnce) {
    signal.throwIfAborted();
    const counters = Array.from({ length: attemptsAtOnce }, (_, index) => first + index);
    const keys = await Promise.all(
      counters.map((counter) => deriveKey(passwordOf(nonce, counter), bytesOf(salt), cost)),
    );
    const index = keys.findIndex((key) => key.startsWith(keyPrefix));
    if (index >= 0) return { counter: first + index, derivedKey: keys[index] ?? '' };
  }
  throw new Error('The challenge has no solution');
}

/** Returns the text of a proof: JSON in base64. */
export function proofOf(challenge: Challenge, { counter, derivedKey }: Solution): string {
  return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
}

function passwordOf(nonce: string, counter: number): Bytes {
  const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0]);
  new DataView(password.buffer).setUint32(password.length - 4, counter);
  return password;
}

const deriveByWebCrypto: DeriveKey = async (password, salt, iterations) => {
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', salt, iterations, hash: 'SHA-256' }, key, 256);
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

function bytesOf(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

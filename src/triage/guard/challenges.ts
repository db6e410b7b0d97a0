import { createHmac, type KeyObject, randomInt } from 'node:crypto';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { type Proof, readProof } from './proof.ts';

/** The meaning of a proof at a time. */
type ProofVerdict =
  | { readonly state: 'valid'; readonly nonce: string; readonly expiresAt: Date }
  | { readonly state: 'invalid' }
  | { readonly state: 'expired' };

/** Puzzles that cost a client some computing, so that a script cannot send thousands of forms for nothing (S29). */
export interface Challenges {
  /** Rejects when the secret cannot be read. Nothing is stored. */
  create(): Promise<Challenge>;
  /** @param at When the form began to arrive: a large form takes longer than a challenge is valid. */
  verify(proof: string, at: Date): Promise<ProofVerdict>;
}

const validMs = 20 * 60_000;

// One attempt of a client takes about a quarter of a millisecond, and the answer is found by trying. With these bounds a
// processor that is four times slower needs about a second.
const algorithm = 'PBKDF2/SHA-256';
const cost = 1000;
const leastAttempts = 100;
const mostAttempts = 500;

/** @param secret The database's. The key of the challenges derives from it, and is used for nothing else. */
export function createChallenges(secret: () => Promise<KeyObject>): Challenges {
  const signingKey = async () =>
    createHmac('sha256', await secret())
      .update('guard challenge')
      .digest('hex');

  return {
    async create() {
      return createChallenge({
        algorithm,
        cost,
        counter: randomInt(leastAttempts, mostAttempts + 1),
        deriveKey,
        data: { until: Date.now() + validMs },
        hmacSignatureSecret: await signingKey(),
      });
    },
    async verify(text, at) {
      const proof = readProof(text);
      if (proof === null || !(await isSolved(proof, await signingKey()))) return { state: 'invalid' };
      const { nonce, data } = proof.challenge.parameters;
      const expiresAt = new Date(data.until);
      return at > expiresAt ? { state: 'expired' } : { state: 'valid', nonce, expiresAt };
    },
  };
}

async function isSolved({ challenge, solution }: Proof, hmacSignatureSecret: string): Promise<boolean> {
  try {
    return (await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret })).verified;
  } catch {
    // The library throws for some parameters that it never signs.
    return false;
  }
}

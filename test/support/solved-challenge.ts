import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Asks a service for a challenge and resolves with its proof, as a page sends it. */
export async function solvedChallenge(address: string): Promise<string> {
  const response = await fetch(`${address}/api/v1/challenge`);
  return proofOfChallenge((await response.json()) as Challenge);
}

export async function proofOfChallenge(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

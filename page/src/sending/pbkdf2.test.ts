import { createSecretKey, pbkdf2Sync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { proofOf, solveChallenge } from '../../../client/src/challenge.ts';
import { createChallenges } from '../../../src/triage/guard/challenges.ts';
import { pbkdf2 } from './pbkdf2.ts';

describe('a key that is derived without WebCrypto', () => {
  it('is that of Node.js, for passwords and salts of every length', () => {
    for (let bytes = 0; bytes <= 64; bytes += 1) {
      const [password, salt] = [randomBytes(bytes), randomBytes(Math.min(bytes, 51))];
      const iterations = 1 + (bytes % 4);
      const expected = pbkdf2Sync(password, salt, iterations, 32, 'sha256').toString('hex');
      expect(pbkdf2(password, salt, iterations), `${bytes}`).toBe(expected);
    }
  });

  it('solves a challenge of the service', async () => {
    const secret = createSecretKey(randomBytes(32));
    const challenges = createChallenges(async () => secret);
    const { parameters, signature = '' } = await challenges.create();
    const challenge = { parameters, signature };
    const solution = await solveChallenge(challenge, new AbortController().signal, pbkdf2);
    expect(await challenges.verify(proofOf(challenge, solution), new Date())).toMatchObject({ state: 'valid' });
  });
});

import { createSecretKey, randomBytes } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { describe, expect, it } from 'vitest';
import { createChallenges } from './challenges.ts';

const studio = challengesOf(randomBytes(32));
const otherStudio = challengesOf(randomBytes(32));
const minuteMs = 60_000;

function challengesOf(secret: Buffer) {
  return createChallenges(async () => createSecretKey(secret));
}

async function solved(challenges = studio) {
  const challenge = await challenges.create();
  return { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
}

function encoded(proof: unknown): string {
  return Buffer.from(JSON.stringify(proof)).toString('base64');
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minuteMs);

describe('the proof of a solved challenge', () => {
  it('is valid for twenty minutes', async () => {
    const createdAt = Date.now();
    const proof = await solved();
    const { nonce } = proof.challenge.parameters;
    expect(await studio.verify(encoded(proof), new Date(createdAt))).toMatchObject({ state: 'valid', nonce });
    const late = new Date(createdAt + 19.9 * minuteMs);
    expect(await studio.verify(encoded(proof), late)).toMatchObject({ state: 'valid' });
  });

  it('is expired a second later', async () => {
    const proof = await solved();
    const until = Number(proof.challenge.parameters.data?.until);
    expect(await studio.verify(encoded(proof), new Date(until))).toMatchObject({ state: 'valid' });
    expect(await studio.verify(encoded(proof), new Date(until + 1000))).toEqual({ state: 'expired' });
  });

  it('counts by the clock of the service, so that the clock of a customer changes nothing', async () => {
    const { challenge, solution } = await solved();
    const proof = encoded({ challenge, solution, time: inMinutes(60).getTime() });
    expect(await studio.verify(proof, new Date())).toMatchObject({ state: 'valid' });
  });

  it('is expired for a process whose clock is an hour ahead of the one that gave it, and valid for one an hour behind', async () => {
    const proof = encoded(await solved());
    expect(await studio.verify(proof, inMinutes(60))).toEqual({ state: 'expired' });
    expect(await studio.verify(proof, inMinutes(-60))).toMatchObject({ state: 'valid' });
  });

  it('is invalid in another studio, and after the secret was replaced', async () => {
    const proof = encoded(await solved());
    expect(await otherStudio.verify(proof, new Date())).toEqual({ state: 'invalid' });
  });

  it('is valid again where the secret was restored', async () => {
    const secret = randomBytes(32);
    const proof = encoded(await solved(challengesOf(secret)));
    expect(await challengesOf(secret).verify(proof, new Date())).toMatchObject({ state: 'valid' });
  });

  it('is invalid when it was spliced or changed', async () => {
    const [one, other] = [await solved(), await solved()];
    const parameters = one.challenge.parameters;
    const later = { ...parameters, data: { until: inMinutes(600).getTime() } };
    const spliced = [
      { challenge: one.challenge, solution: other.solution },
      { challenge: { ...one.challenge, parameters: later }, solution: one.solution },
      { challenge: { ...one.challenge, parameters: { ...parameters, cost: 1 } }, solution: one.solution },
      { challenge: { ...one.challenge, parameters: { ...parameters, expiresAt: 1e12 } }, solution: one.solution },
      { challenge: { ...one.challenge, signature: other.challenge.signature }, solution: one.solution },
      { challenge: one.challenge, solution: { ...one.solution, counter: 0 } },
      { challenge: { parameters }, solution: one.solution },
    ];
    for (const proof of spliced) {
      expect(await studio.verify(encoded(proof), new Date()), encoded(proof)).toEqual({ state: 'invalid' });
    }
  });

  it('is invalid when it is no proof at all', async () => {
    for (const text of ['', 'x', '\0', encoded(null), encoded([]), encoded({ challenge: {} }), 'ey'.repeat(2000)]) {
      expect(await studio.verify(text, new Date()), text).toEqual({ state: 'invalid' });
    }
  });
});

import { type Challenge, solveChallenge } from '../../../client/src/challenge.ts';
import { pbkdf2 } from './pbkdf2.ts';

/** Answers a challenge with its solution, or with null. It is stopped from outside. */
self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  self.postMessage(
    await solveChallenge(data, new AbortController().signal, crypto.subtle ? undefined : pbkdf2).catch(() => null),
  );
};

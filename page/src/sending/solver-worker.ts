import { type Challenge, solveChallenge } from '../../../client/src/challenge.ts';

/** Answers a challenge with its solution, or with null. It is stopped from outside. */
self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  self.postMessage(await solveChallenge(data, new AbortController().signal).catch(() => null));
};

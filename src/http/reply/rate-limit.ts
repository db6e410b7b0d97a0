import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts a call under a key. Returns null when it is allowed, else the seconds until the next one is. */
export type RateLimit = (key: string) => Promise<number | null>;

const minuteS = 60;

/** Counts in the memory of this process. */
export function createRateLimit(callsPerMinute: number): RateLimit {
  const limiter = new RateLimiterMemory({ points: callsPerMinute, duration: minuteS });
  return async (key) => {
    try {
      await limiter.consume(key);
      return null;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    }
  };
}

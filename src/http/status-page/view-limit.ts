import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../../submission/client-network.ts';

/** Counts views by address. @returns null for one that is allowed, else the seconds until the next is */
type ViewLimit = (address: string) => Promise<number | null>;

const viewsPerMinute = 60;
const minuteS = 60;

/** By the memory of this process: a link cannot be guessed, so that the limit only keeps the database free. */
export function createViewLimit(): ViewLimit {
  const limiter = new RateLimiterMemory({ points: viewsPerMinute, duration: minuteS });
  return async (address) => {
    try {
      await limiter.consume(networkOf(address));
      return null;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    }
  };
}

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { addressOrPrefixOf } from '../../submission/client-network.ts';

/** Counts a view of an address. Returns null when the view is allowed, else the seconds until the next one is. */
type ViewLimit = (address: string) => Promise<number | null>;

const viewsPerMinute = 60;
const minuteS = 60;

/** Counts in the memory of this process. A link cannot be guessed: the limit only keeps load off the database. */
export function createViewLimit(): ViewLimit {
  const limiter = new RateLimiterMemory({ points: viewsPerMinute, duration: minuteS });
  return async (address) => {
    try {
      await limiter.consume(addressOrPrefixOf(address));
      return null;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    }
  };
}

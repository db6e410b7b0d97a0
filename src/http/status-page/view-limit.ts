import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts views by address. @returns null for one that is allowed, else the seconds until the next is */
export type ViewLimit = (address: string) => Promise<number | null>;

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

const allGroups = 8;
const networkGroups = 4;

/** Of an IPv6 address its first 64 bits, all of which one client may have (RFC 6177); else the address. */
export function networkOf(address: string): string {
  const [, mapped = address] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (!isIPv6(mapped)) return mapped;
  const [head = '', tail] = mapped.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const omitted = Array<string>(Math.max(0, allGroups - first.length - last.length)).fill('0');
  const groups = [...first, ...omitted, ...last].map((group) => Number.parseInt(group, 16).toString(16));
  return groups.slice(0, networkGroups).join(':');
}

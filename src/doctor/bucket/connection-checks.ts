import { isLoopback, judgeCertificate, readCertificate } from '../certificate.ts';
import { type Check, type Finding, ok, skipped, warning, wrong } from '../check.ts';
import { type BucketParts, servicePrefix } from './bucket-parts.ts';
import { storeFailure } from './store-failure.ts';

const secondMs = 1000;
const largeMs = 60 * secondMs;
/** Stores reject requests whose time is a quarter of an hour off. */
const hugeMs = 10 * 60 * secondMs;

const setClock = { remedy: 'Synchronize the clock over the network', command: 'timedatectl set-ntp true' };

export function createReachCheck(parts: BucketParts, reach: (signal: AbortSignal) => Promise<void>): Check {
  return {
    name: 'bucket.reach',
    quick: false,
    async run(signal) {
      try {
        await reach(signal);
        return [ok(`The bucket ${parts.bucket} responds`)];
      } catch (error) {
        signal.throwIfAborted();
        return [storeFailure(error, 'list objects', parts)];
      }
    },
  };
}

/** Sends an anonymous request, because a wrong clock makes every signature invalid. */
export function createClockCheck(parts: BucketParts): Check {
  return {
    name: 'bucket.clock',
    quick: false,
    async run(signal) {
      const probe = await parts.probe();
      const before = Date.now();
      try {
        const { at } = await probe.askAnonymously({ prefix: servicePrefix }, { signal });
        if (at === null) return [skipped('The store does not send its time')];
        return [judgeClock((before + Date.now()) / 2 - at.getTime())];
      } catch {
        signal.throwIfAborted();
        return [skipped('The store does not respond: see bucket.reach')];
      }
    },
  };
}

/** @param aheadMs The time of this machine's clock minus the time of the store's. */
function judgeClock(aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / secondMs);
  const found = `The clock of this machine is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the store`;
  if (Math.abs(aheadMs) < largeMs) return ok('The clocks of this machine and of the store agree');
  if (Math.abs(aheadMs) < hugeMs) return warning(found, setClock);
  return wrong(`${found}, so the store may reject requests`, setClock);
}

export function createTransportCheck(parts: BucketParts): Check {
  return {
    name: 'bucket.tls',
    quick: false,
    async run(signal) {
      const { origin } = await parts.probe();
      const url = new URL(origin);
      if (url.protocol === 'https:') return [await certificateFinding(parts, url, signal)];
      if (isLoopback(url.hostname)) return [ok('The store is on this machine')];
      return [
        warning(`Pictures and signatures are sent to ${url.host} unencrypted`, {
          remedy: 'Use https:// in AWS_ENDPOINT_URL_S3, or make sure that the network to the store is private',
        }),
      ];
    },
  };
}

async function certificateFinding(parts: BucketParts, url: URL, signal: AbortSignal): Promise<Finding> {
  try {
    return judgeCertificate('the object store', await readCertificate(url, signal), new Date());
  } catch (error) {
    signal.throwIfAborted();
    return storeFailure(error, 'connect', parts);
  }
}

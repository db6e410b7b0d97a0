import { type Check, ok, warning } from '../check.ts';
import type { BucketParts } from './bucket-parts.ts';
import { doctorPrefix } from './doctor-objects.ts';
import { settingFailure } from './store-failure.ts';

/** A running check may still need a younger object. */
const oldMs = 60 * 60_000;
/** Matches only the doctor's keys, so that foreign objects below the prefix are not removed. */
const doctorKey = new RegExp(`^${doctorPrefix}[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`);

/** Checks for objects that killed runs have left. */
export function createLeftOversCheck(parts: BucketParts): Check {
  async function leftOvers(signal: AbortSignal): Promise<readonly string[]> {
    const entries = await (await parts.probe()).list(doctorPrefix, { signal });
    const isOld = (at: Date) => at.getTime() < Date.now() - oldMs;
    return entries.filter(({ key, modifiedAt }) => doctorKey.test(key) && isOld(modifiedAt)).map(({ key }) => key);
  }

  return {
    name: 'bucket.left-overs',
    quick: false,
    async run(signal) {
      try {
        const keys = await leftOvers(signal);
        if (keys.length === 0) return [ok('No earlier run of the doctor has left an object behind')];
        return [
          warning(`Earlier runs of the doctor have left ${keys.length} objects below ${doctorPrefix}: ${keys[0]}`, {
            remedy: 'Remove the objects',
            command: 'commissions doctor --only bucket.left-overs --fix',
          }),
        ];
      } catch (error) {
        signal.throwIfAborted();
        return [settingFailure(error, `objects below ${doctorPrefix}`, parts)];
      }
    },
    async fix(signal) {
      const probe = await parts.probe();
      const removed: string[] = [];
      for (const key of await leftOvers(signal)) {
        await probe.remove(key, { signal });
        removed.push(`The object ${key} was removed`);
      }
      return removed;
    },
  };
}

import type { BucketProbe, LifecycleRule } from '../../platform/objects/bucket-probe.ts';
import { type Check, type Finding, ok, warning, wrong } from '../check.ts';
import { type BucketParts, servicePrefix } from './bucket-parts.ts';
import { settingFailure } from './store-failure.ts';

/** Maximum days that erased pictures may stay as old versions without a warning. */
const longNoncurrentDays = 30;
/** Storage classes from which an object can be read only hours after it was requested. */
const archives = ['GLACIER', 'DEEP_ARCHIVE'];

/** Checks whether the bucket keeps objects that the service erases, or removes objects that the service keeps. */
export function createSettingsChecks(parts: BucketParts): Check[] {
  const settingCheck = (
    name: string,
    setting: string,
    judge: (probe: BucketProbe, signal: AbortSignal) => Promise<Finding>,
  ) => ({
    name,
    quick: false,
    async run(signal: AbortSignal): Promise<readonly Finding[]> {
      const probe = await parts.probe();
      try {
        return [await judge(probe, signal)];
      } catch (error) {
        signal.throwIfAborted();
        return [settingFailure(error, setting, parts)];
      }
    },
  });
  return [
    settingCheck('bucket.versioning', 'versioning', async (probe, signal) => {
      const versioning = await probe.versioning({ signal });
      if (versioning === 'off') return judgeVersioning(versioning, []);
      // When the rules cannot be read, no rule is known to remove old versions.
      return judgeVersioning(versioning, await probe.lifecycleRules({ signal }).catch(() => []));
    }),
    settingCheck('bucket.lifecycle', 'lifecycle rules', async (probe, signal) =>
      judgeLifecycle(await probe.lifecycleRules({ signal })),
    ),
    settingCheck('bucket.object-lock', 'object lock', async (probe, signal) =>
      judgeRetention(await probe.defaultRetention({ signal })),
    ),
  ];
}

export function judgeVersioning(versioning: 'off' | 'on' | 'suspended', rules: readonly LifecycleRule[]): Finding {
  if (versioning === 'off') return ok('The bucket keeps no old versions, so erased pictures are gone');
  const days = Math.min(
    ...rules
      .filter(({ prefix }) => servicePrefix.startsWith(prefix))
      .map(({ noncurrentDays }) => noncurrentDays ?? Number.POSITIVE_INFINITY),
  );
  const remedy = {
    remedy: `Add a lifecycle rule for ${servicePrefix} that removes noncurrent versions after a few days, or use a bucket without versioning`,
  };
  if (days <= longNoncurrentDays) return ok(`Erased pictures stay as old versions for ${days} days`);
  if (days < Number.POSITIVE_INFINITY) return warning(`Erased pictures stay as old versions for ${days} days`, remedy);
  if (versioning === 'on') {
    return wrong('The bucket keeps old versions for ever: erasing a request does not erase its pictures', remedy);
  }
  return warning('Versioning is suspended: earlier versions stay for ever, also those of erased pictures', remedy);
}

export function judgeLifecycle(rules: readonly LifecycleRule[]): Finding {
  const touching = rules.filter(({ prefix }) => prefix.startsWith(servicePrefix) || servicePrefix.startsWith(prefix));
  const expiring = touching.find(({ expires }) => expires);
  if (expiring !== undefined) {
    return wrong(`The lifecycle rule "${expiring.id}" removes pictures by their age, while their requests stay`, {
      remedy: `Exclude ${servicePrefix} from the rule, and let RETENTION erase requests with their pictures`,
    });
  }
  const archiving = touching.find(({ movesTo }) => movesTo.some((storageClass) => archives.includes(storageClass)));
  if (archiving !== undefined) {
    return wrong(`The lifecycle rule "${archiving.id}" moves pictures to an archive, where they cannot be read`, {
      remedy: `Exclude ${servicePrefix} from the rule, or choose a storage class that can be read at once`,
    });
  }
  return ok('No lifecycle rule removes objects that the service keeps');
}

export function judgeRetention(retention: string | null): Finding {
  if (retention === null) return ok('No object lock keeps objects that the service erases');
  return wrong(`The object lock keeps each new object (${retention}): erasing a request does not erase its pictures`, {
    remedy: 'Remove the default retention, or use a bucket without an object lock',
  });
}

import { type Check, type Finding, ok, wrong } from '../check.ts';
import { type BucketParts, servicePrefix } from './bucket-parts.ts';
import type { DoctorObjects } from './doctor-objects.ts';
import { settingFailure } from './store-failure.ts';

/** Checks whether anybody may read customers' pictures, by anonymous requests and by the settings of the bucket. */
export function createPublicCheck(parts: BucketParts, objects: DoctorObjects): Check {
  const isPublic = (found: string) => wrong(found, { remedy, command: blockCommand(parts) });

  async function askAsAnybody(signal: AbortSignal): Promise<Finding[]> {
    const probe = await parts.probe();
    const listing = await probe.askAnonymously({ prefix: servicePrefix }, { signal });
    const key = await firstKey(parts, signal);
    const picture = key === null ? null : await probe.askAnonymously({ key }, { signal });
    const own = await objects.lend('write objects', signal, async ({ key }, probe) =>
      isSuccess(await probe.askAnonymously({ key }, { signal }))
        ? [isPublic("Anybody can read the objects of the bucket: the doctor's own came without credentials")]
        : [],
    );
    return [
      ...(isSuccess(listing) ? [isPublic('Anybody can list the bucket')] : []),
      ...(picture !== null && isSuccess(picture)
        ? [isPublic("Anybody can read customers' pictures: one came without credentials")]
        : []),
      ...own,
    ];
  }

  async function readSettings(signal: AbortSignal): Promise<Finding[]> {
    const probe = await parts.probe();
    const permissions = await orFinding('the access control list', probe.publicPermissions({ signal }));
    const hasPolicy = await orFinding('the status of the policy', probe.hasPublicPolicy({ signal }));
    return [
      ...permissionFindings(permissions),
      ...(hasPolicy === true ? [isPublic('The store reports the bucket as public')] : []),
      ...(typeof hasPolicy === 'object' ? [hasPolicy] : []),
    ];
  }

  function permissionFindings(permissions: readonly string[] | Finding): Finding[] {
    if ('verdict' in permissions) return [permissions];
    if (permissions.length === 0) return [];
    return [isPublic(`The access control list of the bucket gives everybody ${permissions.join(', ')}`)];
  }

  async function orFinding<T>(setting: string, read: Promise<T>): Promise<T | Finding> {
    try {
      return await read;
    } catch (error) {
      return settingFailure(error, setting, parts);
    }
  }

  return {
    name: 'bucket.public',
    quick: false,
    async run(signal) {
      const findings = [...(await askAsAnybody(signal)), ...(await readSettings(signal))];
      if (findings.some(({ verdict }) => verdict === 'wrong')) return findings;
      return [ok('Requests without credentials get nothing'), ...findings];
    },
  };
}

const remedy = 'Make the bucket private: no access control list and no policy may grant access to everybody';

function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}

async function firstKey(parts: BucketParts, signal: AbortSignal): Promise<string | null> {
  try {
    for await (const { key } of (await parts.objects()).list({ signal })) return key;
  } catch {
    // Another check reports the error.
  }
  return null;
}

/** Returns the command that blocks public access on AWS and on compatible stores. */
function blockCommand({ bucket, endpoint }: BucketParts): string {
  const where = endpoint === null ? '' : ` --endpoint-url ${new URL(endpoint).origin}`;
  const block = ['BlockPublicAcls', 'IgnorePublicAcls', 'BlockPublicPolicy', 'RestrictPublicBuckets'];
  const settings = block.map((name) => `${name}=true`).join(',');
  return `aws s3api put-public-access-block --bucket ${bucket}${where} --public-access-block-configuration ${settings}`;
}

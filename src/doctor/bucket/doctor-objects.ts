import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { failureText } from '../../failure/failure-text.ts';
import type { BucketProbe, ProbeContent } from '../../objects/bucket-probe.ts';
import { statusOf } from '../../readiness/object-store-problem.ts';
import type { Finding } from '../check.ts';
import { skipped, warning } from '../finding.ts';
import type { BucketParts } from './bucket-parts.ts';
import { storeFailure } from './store-failure.ts';

/** The doctor's own objects, of which no row knows: apart from those that the journal deletes. */
export const doctorPrefix = 'doctor/';

const objectBytes = 1000;
const removalMs = 10_000;

/** An object of the doctor's, already stored. */
export interface DoctorObject {
  readonly key: string;
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly contentDisposition: string;
  /** Stores it again, with other bytes or under conditions. Whatever versions that makes are removed too. */
  putAgain(changes: Partial<ProbeContent>): Promise<void>;
  /** As people's requests are erased: without naming a version. */
  remove(): Promise<void>;
}

type Work = (object: DoctorObject, probe: BucketProbe) => Promise<readonly Finding[]>;

/** Objects that are removed when the check is over, however it ends. */
export interface DoctorObjects {
  /**
   * Lends a new object to `work`. What the store fails with there is a finding, and so is an object that could not be removed.
   * @param action What the credentials have to be allowed for it: `read objects`.
   * @param unwritten What it means when there is no object to lend; another check tells of it unless one says so here.
   */
  lend(
    action: string,
    signal: AbortSignal,
    work: Work,
    unwritten?: (error: unknown) => Finding,
  ): Promise<readonly Finding[]>;
  /** Resolves when nothing is being removed any more. */
  settled(): Promise<void>;
}

/** Random bytes, that no cache and no deduplication knows. */
export function doctorContent(): ProbeContent {
  const bytes = randomBytes(objectBytes);
  return {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    contentType: 'image/png',
    contentDisposition: 'attachment; filename="doctor.png"',
  };
}

export function createDoctorObjects(parts: BucketParts): DoctorObjects {
  const removals = new Set<Promise<unknown>>();

  async function lend(
    action: string,
    signal: AbortSignal,
    work: Work,
    unwritten: (error: unknown) => Finding = () => skipped('No object could be written: bucket.write says why'),
  ): Promise<readonly Finding[]> {
    const probe = await parts.probe();
    const key = `${doctorPrefix}${randomUUID()}`;
    const content = doctorContent();
    const versions = new Set<string>();
    const put = async (changes: Partial<ProbeContent>) => {
      const version = await probe.put(key, { ...content, ...changes }, { signal });
      if (version !== null) versions.add(version);
    };
    const object = {
      ...content,
      key,
      putAgain: put,
      async remove() {
        const mark = await probe.remove(key, { signal });
        if (mark !== null) versions.add(mark);
      },
    };
    try {
      await put({});
    } catch (error) {
      signal.throwIfAborted();
      // What the store refused is not there. Nobody knows what became of a put that it did not answer.
      return [unwritten(error), ...(statusOf(error) > 0 ? [] : await remove(probe, key, versions))];
    }
    const findings: Finding[] = [];
    try {
      findings.push(...(await work(object, probe)));
    } catch (error) {
      signal.throwIfAborted();
      findings.push(storeFailure(error, action, parts));
    } finally {
      findings.push(...(await remove(probe, key, versions)));
    }
    return findings;
  }

  async function remove(probe: BucketProbe, key: string, versions: Iterable<string>): Promise<Finding[]> {
    const removal = removeVersions(probe, key, versions);
    removals.add(removal);
    const findings = await removal;
    removals.delete(removal);
    return findings;
  }

  return {
    lend,
    settled: async () => void (await Promise.allSettled(removals)),
  };
}

/** With a time of its own: a check that ran out of it leaves nothing behind either. */
async function removeVersions(probe: BucketProbe, key: string, versions: Iterable<string>): Promise<Finding[]> {
  const signal = AbortSignal.timeout(removalMs);
  try {
    for (const versionId of versions) await probe.remove(key, { versionId, signal });
    if ([...versions].length === 0) await probe.remove(key, { signal });
    return [];
  } catch (error) {
    return [
      warning(`The doctor's own object ${key} could not be removed: ${failureText(error)}`, {
        remedy: 'Remove it by hand: it holds random bytes, and nothing needs it',
      }),
    ];
  }
}

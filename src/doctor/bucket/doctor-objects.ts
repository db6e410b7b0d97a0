import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { statusOf } from '../../intake/readiness/object-store-problem.ts';
import { failureText } from '../../platform/failure/errors.ts';
import type { BucketProbe, ProbeContent } from '../../platform/objects/bucket-probe.ts';
import { type Finding, skipped, warning } from '../check.ts';
import type { BucketParts } from './bucket-parts.ts';
import { storeFailure } from './store-failure.ts';

/** Key prefix of the doctor's objects. No row names them, so they are separate from those that the journal deletes. */
const doctorPrefix = 'doctor/';

const objectBytes = 1000;
const removalMs = 10_000;

/** A stored object that belongs to the doctor. */
export interface DoctorObject {
  readonly key: string;
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly contentDisposition: string;
  /** Stores the object again, with other bytes or under conditions. The versions that this creates are removed too. */
  putAgain(changes: Partial<ProbeContent>): Promise<void>;
  /** Removes the object as the eraser does: without naming a version. */
  remove(): Promise<void>;
}

type Work = (object: DoctorObject, probe: BucketProbe) => Promise<readonly Finding[]>;

/** Lends objects to checks. Each object is removed when its check ends, even when the check fails. */
export interface DoctorObjects {
  /**
   * Lends a new object to `work`. A failure of the store in `work` and a failed removal of the object become findings.
   * @param action The operation that the credentials must allow: `read objects`.
   * @param unwritten Returns the finding when no object can be written. Without it the check refers to `bucket.write`.
   */
  lend(
    action: string,
    signal: AbortSignal,
    work: Work,
    unwritten?: (error: unknown) => Finding,
  ): Promise<readonly Finding[]>;
  /** Resolves when all removals have ended. */
  settled(): Promise<void>;
}

/** Returns random bytes, which no cache and no deduplication knows. */
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
    unwritten: (error: unknown) => Finding = () => skipped('No object could be written: see bucket.write'),
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
      // A put that the store rejected has stored nothing. A put without a response may have stored the object.
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

/** Has a timeout of its own, so that a check that timed out leaves no object. */
async function removeVersions(probe: BucketProbe, key: string, versions: Iterable<string>): Promise<Finding[]> {
  const signal = AbortSignal.timeout(removalMs);
  try {
    for (const versionId of versions) await probe.remove(key, { versionId, signal });
    if ([...versions].length === 0) await probe.remove(key, { signal });
    return [];
  } catch (error) {
    return [
      warning(`The doctor's own object ${key} could not be removed: ${failureText(error)}`, {
        remedy: 'Remove the object by hand: it holds random bytes, and nothing needs it',
      }),
    ];
  }
}

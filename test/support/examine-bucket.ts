import { createBucketChecks } from '../../src/doctor/bucket/create-bucket-checks.ts';
import type { Check, Finding } from '../../src/doctor/check.ts';
import { examine } from '../../src/doctor/examine.ts';
import { createS3ObjectStore } from '../../src/objects/s3/object-store.ts';
import { createS3BucketProbe } from '../../src/objects/s3/probe.ts';

export interface ExaminedBucket {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** What the doctor says of a bucket: `<verdict> <check>: <found>`, without the remedies. */
export interface BucketExamination {
  readonly lines: readonly string[];
  /** What is not as it should be. */
  readonly troubles: readonly string[];
  /** Of each finding that wants one: what the host does. */
  readonly remedies: readonly string[];
}

const limitMs = 60_000;

/** Lends the checks of a bucket to `work`, over real connections of their own. */
export async function withBucketChecks<T>(
  under: ExaminedBucket,
  work: (checks: readonly Check[]) => Promise<T>,
): Promise<T> {
  const probe = createS3BucketProbe({ ...under, forcePathStyle: true });
  const objects = createS3ObjectStore({ ...under, forcePathStyle: true });
  const { checks, settled } = createBucketChecks({
    bucket: under.bucket,
    endpoint: under.endpoint,
    probe: async () => probe,
    objects: async () => objects,
  });
  try {
    return await work(checks);
  } finally {
    await settled();
    await probe.close();
    await objects.close();
  }
}

/** Runs all of them, or those that are named. */
export function examineBucket(under: ExaminedBucket, ...names: readonly string[]): Promise<BucketExamination> {
  const { signal } = new AbortController();
  return withBucketChecks(under, async (all) => {
    const findings: (Finding & { readonly name: string })[] = [];
    for (const check of all.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const report = await examine(check, { limitMs, signal });
      findings.push(...report.findings.map((finding) => ({ ...finding, name: check.name })));
    }
    const isTrouble = (verdict: string) => verdict === 'warning' || verdict === 'wrong';
    const line = ({ verdict, name, found }: Finding & { readonly name: string }) => `${verdict} ${name}: ${found}`;
    return {
      lines: findings.map(line),
      troubles: findings.filter(({ verdict }) => isTrouble(verdict)).map(line),
      remedies: findings.flatMap(({ remedy }) => remedy ?? []),
    };
  });
}

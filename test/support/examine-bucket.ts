import { createBucketChecks } from '../../src/doctor/bucket/create-bucket-checks.ts';
import type { Check, Finding } from '../../src/doctor/check.ts';
import { examine } from '../../src/doctor/examine.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { createS3BucketProbe } from '../../src/platform/objects/s3/probe.ts';

export interface ExaminedBucket {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** True by default. */
  readonly forcePathStyle?: boolean;
}

/** The doctor's findings about a bucket, as `<verdict> <check>: <found>`, without the remedies. */
interface BucketExamination {
  readonly lines: readonly string[];
  /** The lines with the verdict `warning` or `wrong`. */
  readonly troubles: readonly string[];
  /** The remedy of each finding that needs one. */
  readonly remedies: readonly string[];
}

const limitMs = 60_000;

/** Calls `work` with the checks of a bucket, over real connections that only these checks use. */
async function withBucketChecks<T>(under: ExaminedBucket, work: (checks: readonly Check[]) => Promise<T>): Promise<T> {
  const probe = createS3BucketProbe({ forcePathStyle: true, ...under });
  const objects = createS3ObjectStore({ forcePathStyle: true, ...under });
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

/** Runs all checks, or only the named ones. */
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

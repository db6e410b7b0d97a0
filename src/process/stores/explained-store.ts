import { objectStoreProblem } from '../../intake/readiness/object-store-problem.ts';
import { failureText } from '../../platform/failure/errors.ts';
import type { BucketFiles } from '../../platform/objects/bucket-files.ts';
import type { S3Config } from './stores.ts';

interface NamedBucket {
  /** The address of the bucket: `s3://bucket/prefix`. */
  readonly name: string;
  readonly bucket: string;
  readonly endpoint: S3Config['endpoint'];
}

/** Returns a function that throws a failure of a bucket as a sentence. It keeps status and code, by which retries decide. */
export function explainBucket({ name, ...store }: NamedBucket, remedyOf = (remedy: string) => remedy) {
  return (error: unknown): never => {
    const { what, remedy } = objectStoreProblem(error, store);
    const { status, code } = Object(error) as { readonly status?: unknown; readonly code?: unknown };
    const text = `${name}: ${what} (${failureText(error)}): ${remedyOf(remedy)}`;
    throw Object.assign(new Error(text, { cause: error }), { status, code });
  };
}

/** An argument of the command names the bucket, and the store has variables of its own. */
function remedyOfBackups(remedy: string): string {
  return `${remedy.replace('set BUCKET_NAME to', 'name').replace('BUCKET_NAME', 'its name')} (BACKUP_S3_… counts in place of AWS_… where it is set)`;
}

/** Returns the files of a bucket of back-ups, with failures that are sentences. */
export function explainedFiles(files: BucketFiles, named: NamedBucket): BucketFiles {
  const explain = explainBucket(named, remedyOfBackups);
  return {
    put: (...call) => files.put(...call).catch(explain),
    putNew: (...call) => files.putNew(...call).catch(explain),
    get: (...call) => files.get(...call).catch(explain),
    size: (...call) => files.size(...call).catch(explain),
    async *list(...call) {
      try {
        yield* files.list(...call);
      } catch (error) {
        explain(error);
      }
    },
    delete: (...call) => files.delete(...call).catch(explain),
    close: () => files.close(),
  };
}

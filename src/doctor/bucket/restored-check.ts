import { codeOf } from '../../intake/readiness/problem.ts';
import { createRestoreCheck, type FileRecords, halfRestored } from '../../intake/readiness/restore-check.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { type Check, ok, sentence, skipped, wrong } from '../check.ts';

/** SQLSTATE of a table that does not exist. */
const undefinedTable = '42P01';

interface RestoredParts {
  readonly bucket: string;
  /** Resolves with null when the embedded database does not exist yet. */
  files(): Promise<FileRecords | null>;
  objects(): Promise<Pick<ObjectStore, 'stat'>>;
}

/** Checks that the attachments which the database names are in the bucket, as after a whole restore. */
export function createRestoredCheck({ bucket, files, objects }: RestoredParts): Check {
  return {
    name: 'bucket.restored',
    // The readiness of the service reports it.
    quick: false,
    async run(signal) {
      try {
        const records = await files();
        if (records === null) return [skipped('There is no embedded database yet: the first start creates it')];
        if (await createRestoreCheck(records, await objects())(signal)) {
          return [ok('The bucket and the database belong together')];
        }
        const { what, remedy } = halfRestored(bucket);
        return [wrong(what, { remedy: sentence(remedy) })];
      } catch (error) {
        signal.throwIfAborted();
        if (codeOf(error) === undefinedTable) return [skipped('There are no tables yet: the first start creates them')];
        return [skipped('The database or the bucket cannot be read: see their other checks')];
      }
    },
  };
}

import type { Logger } from 'pino';
import { PartFailedError } from '../failure/part-failed-error.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { ObjectKey } from '../submission/object-key.ts';

/** The file records, for a look whether bucket and database belong together. */
export interface FileRecords {
  /** The keys of the files that were stored last, the newest first. */
  newestKeys(limit: number): Promise<readonly ObjectKey[]>;
  /** Whether no request is stored, and no object is awaited or to be deleted. */
  isEmpty(): Promise<boolean>;
}

interface RestoreCheckParts {
  readonly files: FileRecords;
  readonly objects: Pick<ObjectStore, 'stat' | 'list'>;
  readonly log: Logger;
}

/** What was restored without the objects that its file records name. */
export class ObjectsMissingError extends Error {
  override readonly name = 'ObjectsMissingError';

  constructor(count: number) {
    super(`The bucket has none of the ${count} newest objects that the database names`);
  }
}

const newestCount = 10;

function databaseFailed(error: unknown): never {
  throw new PartFailedError('database', error);
}

/**
 * Looks whether bucket and database belong together, until it has found once that they do. Rejects with an
 * ObjectsMissingError while the bucket has none of the newest objects, with a PartFailedError when the database fails. Where it has some of them, or where it has objects
 * beside an empty database, that is a warning: what comes now is stored whole.
 */
export function createRestoreCheck({ files, objects, log }: RestoreCheckParts): (signal: AbortSignal) => Promise<void> {
  let isSettled = false;

  async function hasObjects(signal: AbortSignal): Promise<boolean> {
    for await (const _ of objects.list({ signal })) return true;
    return false;
  }

  async function check(signal: AbortSignal): Promise<void> {
    const keys = await files.newestKeys(newestCount).catch(databaseFailed);
    const found = await Promise.all(keys.map((key) => objects.stat(key, { signal })));
    const missing = found.filter((facts) => facts === null).length;
    if (missing > 0 && missing === keys.length) throw new ObjectsMissingError(missing);
    if (missing > 0) {
      log.warn(
        { missing, newest: keys.length },
        'Half a restore? The bucket lacks some of the newest objects: restore them. `commissions reconcile` names them all',
      );
    }
    if ((await files.isEmpty().catch(databaseFailed)) && (await hasObjects(signal))) {
      log.warn(
        'Half a restore? The bucket has objects and the database is empty: restore the database, or set BUCKET_NAME ' +
          'or DATABASE_URL to the one that belongs here',
      );
    }
  }

  return async (signal) => {
    if (isSettled) return;
    await check(signal);
    isSettled = true;
  };
}

import { randomUUID } from 'node:crypto';
import { readFile, unlink, writeFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isUuid } from '../../../events/cursor.ts';
import type { DiskNotices, FullestDisk } from '../../../platform/disk/disk-room.ts';
import type { DiskFacts } from './disk-text.ts';
import { makeNotice, withdrawNotice } from './owner-notices.ts';

interface DiskNoticeParts {
  readonly pool: Pool;
  /**
   * A file with the id of the notice of a low disk, until there is room. It keeps a service that is restarted at a full
   * disk from telling owners at each start, and two processes from telling them both.
   */
  readonly markFile: string;
  /** The name of the machine, for owners of several. */
  readonly host: string;
  readonly log: Pick<Logger, 'warn'>;
}

/** Makes notices to owners. When the database cannot be reached, the next call tries again. */
export function createDiskNotices({ pool, markFile, host, log }: DiskNoticeParts): DiskNotices {
  let told: boolean | null = null;

  const readMark = () => readFile(markFile, 'utf8').catch(() => null);

  async function areNotifiedOfLow(): Promise<boolean> {
    told ??= (await readMark()) !== null;
    return told;
  }

  /** Returns false when another process was faster. Where no file can be written, only this process remembers. */
  async function mark(isLow: boolean, lowId: string): Promise<boolean> {
    const marking = isLow ? writeFile(markFile, lowId, { flag: 'wx', mode: 0o600 }) : unlink(markFile);
    const code = await marking.then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    );
    told = isLow;
    return isLow ? code !== 'EEXIST' : code !== 'ENOENT';
  }

  async function tell(lowId: string, state: DiskFacts['state'], disk: FullestDisk): Promise<void> {
    const facts = { about: 'disk', state, host, ...disk } satisfies DiskFacts & { readonly about: string };
    if (state === 'low') await makeNotice(pool, lowId, facts);
    // Owners who have not heard of the low disk yet hear of neither.
    else if (!(await withdrawNotice(pool, lowId))) await makeNotice(pool, randomUUID(), facts);
  }

  return {
    areNotifiedOfLow,
    async settle(state, disk) {
      const isLow = state === 'low';
      if ((await areNotifiedOfLow()) === isLow) return;
      const marked = isLow ? null : await readMark();
      const lowId = marked !== null && isUuid(marked) ? marked : randomUUID();
      if (!(await mark(isLow, lowId))) return;
      try {
        await tell(lowId, state, disk);
      } catch (error) {
        await mark(!isLow, lowId);
        log.warn({ err: error }, 'Disk: the notice to the owners could not be stored');
      }
    },
  };
}

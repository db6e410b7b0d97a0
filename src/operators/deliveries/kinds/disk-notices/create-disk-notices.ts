import { randomUUID } from 'node:crypto';
import { stat, unlink, writeFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { DiskNotices, FullestDisk } from '../../../../platform/disk/disk-room.ts';
import { withinLimit } from '../../../../platform/waiting/within-limit.ts';
import { type Outcome, sendLimitMs } from '../../ledger/sender.ts';
import { type Mailer, sendMail } from '../mail/send-mail.ts';
import type { OperatorsReading } from '../outages/operators-reading.ts';

interface DiskNoticeParts {
  /**
   * An empty file that exists while owners know of a low disk. It keeps a service that is restarted at a full disk from
   * telling them at each start, and two processes from telling them both.
   */
  readonly markFile: string;
  readonly mailer: Mailer;
  ownerAddresses(): Promise<readonly string[]>;
  operatorsReading(): Promise<OperatorsReading>;
  /** The name of the machine, for owners of several. */
  readonly host: string;
  readonly log: Pick<Logger, 'warn'>;
}

/** Mails owners. When no mail server takes the mail for now, the next call tries again. */
export function createDiskNotices(parts: DiskNoticeParts): DiskNotices {
  const { markFile, log } = parts;
  let told: boolean | null = null;
  let isFailing = false;

  async function areToldOfLow(): Promise<boolean> {
    told ??= (await stat(markFile).catch(() => null)) !== null;
    return told;
  }

  /** Returns false when another process was faster. Where no file can be written, only this process remembers. */
  async function mark(isLow: boolean): Promise<boolean> {
    const marking = isLow ? writeFile(markFile, '', { flag: 'wx', mode: 0o600 }) : unlink(markFile);
    const code = await marking.then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    );
    told = isLow;
    return isLow ? code !== 'EEXIST' : code !== 'ENOENT';
  }

  return {
    areToldOfLow,
    async settle(state, disk) {
      const isLow = state === 'low';
      if ((await areToldOfLow()) === isLow || !(await mark(isLow))) return;
      const { result, detail } = await tellOwners(parts, state, disk);
      // Tried again: it is as if they had not been told.
      if (result === 'retry') await mark(!isLow);
      const hasFailed = result !== 'delivered';
      if (hasFailed && !isFailing) log.warn({ detail }, 'Disk: the mail to the owners failed');
      isFailing = hasFailed;
    },
  };
}

async function tellOwners(
  { mailer, ownerAddresses, operatorsReading, host }: DiskNoticeParts,
  state: 'low' | 'enough',
  disk: FullestDisk,
): Promise<Pick<Outcome, 'result' | 'detail'>> {
  try {
    const addresses = await ownerAddresses();
    if (addresses.length === 0) return { result: 'retry', detail: 'There is no owner to notify' };
    const { diskMail } = await import('./disk-mail.ts');
    const mail = diskMail(state, disk, host, { addresses, reading: await operatorsReading() });
    return await withinLimit(sendLimitMs, null, (signal) => sendMail(mailer, randomUUID(), mail, signal));
  } catch (error) {
    return { result: 'retry', detail: error instanceof Error ? error.message : String(error) };
  }
}

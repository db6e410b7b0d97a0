import type { Logger } from 'pino';
import { withinLimit } from '../../../../platform/waiting/within-limit.ts';
import { type Outcome, sendLimitMs } from '../../ledger/sender.ts';
import { type Mailer, sendMail } from '../mail/send-mail.ts';
import type { OperatorsReading } from './operators-reading.ts';
import type { OutageNotice, Outages } from './outages.ts';

export interface ChannelWatchParts {
  readonly outages: Outages;
  /** Null in a process without a mail server. Another process mails owners, or only the log and the inbox report. */
  readonly mailer: Mailer | null;
  ownerAddresses(): Promise<readonly string[]>;
  operatorsReading(): Promise<OperatorsReading>;
  /** The origin of the inbox. */
  inboxUrl(): Promise<string>;
  readonly log: Logger;
}

/** Checks the channels once: logs outages that began or ended, and mails owners. */
export async function watchChannels(parts: ChannelWatchParts, signal: AbortSignal): Promise<void> {
  const { outages, mailer, log } = parts;
  const { begun, recovered } = await outages.judge();
  for (const { channelId, since } of begun) {
    log.warn({ channelId, since }, 'Delivery: every attempt to send to a channel has failed for an hour');
  }
  for (const { channelId, since } of recovered) {
    log.info({ channelId, since }, 'Delivery: a failing channel works again');
  }
  if (mailer === null) return;
  for (let notice = await outages.claim(); notice !== null; notice = await outages.claim()) {
    const outcome = await notifyOwners(notice, mailer, parts, signal);
    await outages.finish(notice, outcome);
    if (outcome.result !== 'delivered') {
      log.warn({ channelId: notice.channelId, detail: outcome.detail }, 'Delivery: the mail to the owners failed');
    }
    if (signal.aborted) return;
  }
}

/** Never rejects. */
async function notifyOwners(
  notice: OutageNotice,
  mailer: Mailer,
  { ownerAddresses, operatorsReading, inboxUrl }: ChannelWatchParts,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const addresses = await ownerAddresses();
    if (addresses.length === 0) return fault('There is no owner to notify');
    const { outageMail } = await import('./outage-mail.ts');
    const facts = { addresses, reading: await operatorsReading(), inboxUrl: await inboxUrl() };
    const mail = outageMail(notice, facts);
    return await withinLimit(sendLimitMs, signal, (limited) => sendMail(mailer, notice.id, mail, limited));
  } catch (error) {
    return fault(error instanceof Error ? error.message : String(error));
  }
}

function fault(detail: string): Outcome {
  return { result: 'retry', cause: 'fault', detail, status: null, response: null };
}

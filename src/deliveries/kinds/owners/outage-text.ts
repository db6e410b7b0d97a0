import type { Pool } from 'pg';
import { z } from 'zod';
import { type CustomerTexts, customerTexts } from '../../../platform/language/customer-texts.ts';
import { fillText } from '../../../platform/language/fill-text.ts';
import { zonedTime } from '../../../platform/language/zoned-time.ts';
import { channelHealth } from '../../health/channel-health.ts';
import { oneLine } from '../../notices/cut.ts';
import type { NoticeContent, NoticeText, OperatorsReading } from './owner-mail.ts';

/** `gone`: the receiver refuses further deliveries, so the ledger has disabled the channel. */
const outageFacts = z.object({ outageId: z.string(), change: z.enum(['broken', 'recovered', 'gone']) });

/** An outage of a channel that has failed for at least an hour, or whose receiver wants no more deliveries. */
interface Outage {
  readonly channelName: string;
  /** The time of the first failed attempt, or of the attempt at which the receiver refused all further deliveries. */
  readonly since: Date;
  /** The time of the next success or of the disabling of the channel, or null while the channel fails. */
  readonly endedAt: Date | null;
  /** The `detail` of the last failed attempt since the last success, or null. */
  readonly lastDetail: string | null;
}

type Change = z.infer<typeof outageFacts>['change'];

const readText = `
  select c.name as "channelName", o.since, o.ended_at as "endedAt", last.detail as "lastDetail"
  from channel_outages o join delivery_channels c on c.id = o.channel_id ${channelHealth} where o.id = $1`;

export const outageNotice: NoticeText = async (facts, { pool, reading, inboxUrl }) => {
  const { outageId, change } = outageFacts.parse(facts);
  return outageContent(change, await readOutage(pool, outageId), reading, await inboxUrl());
};

async function readOutage(pool: Pool, id: string): Promise<Outage> {
  const [outage] = (await pool.query<Outage>(readText, [id])).rows;
  if (outage === undefined) throw new Error('The outage was deleted after its notice was claimed');
  return outage;
}

/**
 * Composes the notice about a channel that fails, works again, or was disabled by its receiver.
 * @param inboxUrl the origin of the inbox
 */
export function outageContent(
  change: Change,
  { channelName, since, endedAt, lastDetail }: Outage,
  reading: OperatorsReading,
  inboxUrl: string,
): NoticeContent {
  const words = customerTexts[reading.language].mails;
  const { subject, text } = wordsOf(change, words);
  const values = {
    name: oneLine(channelName),
    since: shownTime(since, reading),
    until: endedAt === null ? '' : shownTime(endedAt, reading),
    detail: oneLine(lastDetail ?? ''),
  };
  const lastTry = change === 'recovered' || values.detail === '' ? [] : [fillText(words.lastTry, values)];
  return {
    subject: fillText(subject, values),
    paragraphs: [fillText(text, values), ...lastTry],
    link: { label: words.seeChannels, url: `${inboxUrl}/settings/channels` },
  };
}

function wordsOf(change: Change, words: CustomerTexts['mails']) {
  return {
    broken: { subject: words.brokenSubject, text: words.brokenText },
    recovered: { subject: words.recoveredSubject, text: words.recoveredText },
    gone: { subject: words.goneSubject, text: words.goneText },
  }[change];
}

function shownTime(at: Date, { language, timeZone }: OperatorsReading): string {
  return new Intl.DateTimeFormat(language, { ...zonedTime, timeZone }).format(at);
}

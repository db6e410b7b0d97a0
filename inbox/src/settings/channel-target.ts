import type { Translator } from '../language/translator-context.ts';
import type { Channel, OperatorMail } from '../model/channels-api.ts';

/** Returns the target of a channel: an address without its secret part, or the recipients and when they get mail. */
export function channelTarget({ kind, settings }: Channel, translator: Translator): string {
  const { text, list } = translator;
  if (kind === 'webhook') {
    return settings.format === 'discord' ? `Discord · ${settings.address}` : `${text('webhook')} · ${settings.address}`;
  }
  if (settings.audience === 'customers') return text('mailToCustomers');
  const people = list(settings.to.map(({ address }) => address));
  return `${text('mailToPeople', { people })} · ${paceText(settings, translator)}`;
}

function paceText({ pace, hour, timeZone: zone }: OperatorMail, { text }: Translator): string {
  return pace === 'each' ? text('mailPace_each') : text('mailDailyAt', { hour: `${hour}:00`, zone });
}

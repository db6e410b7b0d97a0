import type { Translator } from '../language/translator-context.ts';
import type { Channel } from './channels-api.ts';

/** Returns the target of a channel: an address without its secret part, or the recipients. */
export function channelTarget({ kind, settings }: Channel, { text, list }: Translator): string {
  if (kind === 'webhook') {
    return settings.format === 'discord' ? `Discord · ${settings.address}` : `${text('webhook')} · ${settings.address}`;
  }
  if (settings.audience === 'customers') return text('mailToCustomers');
  return text('mailToPeople', { people: list(settings.to.map(({ address }) => address)) });
}

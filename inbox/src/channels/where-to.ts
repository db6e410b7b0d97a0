import type { Translator } from '../language/translator-context.ts';
import type { Channel } from './channels-api.ts';

/** Where a channel leads: an address without what is secret in it, or people. */
export function whereTo({ kind, settings }: Channel, { text, list }: Translator): string {
  if (kind === 'webhook') {
    return settings.format === 'discord' ? `Discord · ${settings.address}` : `${text('webhook')} · ${settings.address}`;
  }
  if (settings.audience === 'customers') return text('mailToCustomers');
  return text('mailToPeople', { people: list(settings.to.map(({ address }) => address)) });
}

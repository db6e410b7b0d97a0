import type { Channel } from '../model/channels-api.ts';
import { kindOf } from './kinds/all-kinds.ts';
import type { SettingsTranslator } from './words/settings-messages.ts';

/** Returns the target of a channel: an address without its secret part, or the recipients and when they get mail. */
export function channelTarget(channel: Channel, translator: SettingsTranslator): string {
  return kindOf(channel).target(channel.settings, translator);
}

import type { Translator } from '../language/translator-context.ts';
import type { Channel } from '../model/channels-api.ts';
import { kindOf } from './kinds/all-kinds.ts';

/** Returns the target of a channel: an address without its secret part, or the recipients and when they get mail. */
export function channelTarget(channel: Channel, translator: Translator): string {
  return kindOf(channel).target(channel.settings, translator);
}

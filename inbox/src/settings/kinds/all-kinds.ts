import type { Translator } from '../../language/translator-context.ts';
import type { Channel } from '../../model/channels-api.ts';
import type { InboxKind } from './inbox-kind.ts';
import { mailKind } from './mail-kind.tsx';
import { ntfyKind } from './ntfy-kind.tsx';
import { slackKind } from './slack-kind.tsx';
import { webhookKind } from './webhook-kind.tsx';

/** In the order in which they are offered. */
const kinds: { readonly [Kind in Channel['kind']]: InboxKind<Extract<Channel, { readonly kind: Kind }>> } = {
  mail: mailKind,
  slack: slackKind,
  ntfy: ntfyKind,
  webhook: webhookKind,
};

export const additions = Object.values(kinds).flatMap((kind) => kind.additions);

/** The kind takes only channels of its own, so it may be used with this one. */
export function kindOf({ kind }: Channel): InboxKind<Channel> {
  return kinds[kind] as unknown as InboxKind<Channel>;
}

/** Returns the target of a channel: an address without its secret part, or the recipients and when they get mail. */
export function channelTarget(channel: Channel, translator: Translator): string {
  return kindOf(channel).target(channel.settings, translator);
}

import type { Kind } from '../kind/kind.ts';
import { type ChannelKind, channelKinds } from '../ledger/delivery.ts';
import { mail } from './mail/mail-kind.ts';
import { ntfy } from './ntfy/ntfy-kind.ts';
import { slack } from './slack/slack-kind.ts';
import { webhook } from './webhook/webhook-kind.ts';

/** All kinds of channel. */
export const kinds: Readonly<Record<ChannelKind, Kind>> = { webhook, mail, slack, ntfy };

export const allKinds: readonly (readonly [ChannelKind, Kind])[] = channelKinds.map((kind) => [kind, kinds[kind]]);

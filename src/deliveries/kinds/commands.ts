import type { KindCommand } from '../kind/kind-command.ts';
import type { ChannelKind } from '../ledger/delivery.ts';
import { mailCommand } from './mail/mail-command.ts';
import { ntfyCommand } from './ntfy/ntfy-command.ts';
import { slackCommand } from './slack/slack-command.ts';
import { webhookCommand } from './webhook/webhook-command.ts';

/** The command of each kind. Apart from the registry, because only a shell needs them. */
export const kindCommands: Readonly<Record<ChannelKind, KindCommand>> = {
  mail: mailCommand,
  slack: slackCommand,
  ntfy: ntfyCommand,
  webhook: webhookCommand,
};

import type { Channels } from '../../src/deliveries/channels/channels.ts';
import type { CreatedChannel, NewChannel } from '../../src/deliveries/kind/channel-shape.ts';
import type { WebhookField, WebhookSettings } from '../../src/deliveries/kinds/webhook/webhook-settings.ts';
import type { EventType } from '../../src/deliveries/ledger/delivery.ts';

export interface NewWebhook {
  readonly name: string;
  readonly url: URL;
  readonly format: WebhookSettings['format'];
  readonly types: readonly EventType[];
  readonly fields: readonly WebhookField[];
  readonly verifiesTls: boolean;
}

const webhook: Omit<NewWebhook, 'url'> = {
  name: 'A bot',
  format: 'standard',
  types: ['request.created'],
  fields: [],
  verifiesTls: true,
};

/** Adds a channel of any kind, and fails when that is rejected. */
export async function addChannel(channels: Channels, channel: NewChannel): Promise<CreatedChannel> {
  const added = await channels.add({ ...channel, createdBy: null });
  if (typeof added === 'string') throw new Error(`No channel was added: ${added}`);
  if ('fault' in added) throw new Error(added.fault.message);
  return added;
}

/** Adds a webhook, with usual values for omitted members. Resolves with its id and its secret. */
export async function addWebhook(
  channels: Channels,
  { url, ...changes }: Pick<NewWebhook, 'url'> & Partial<NewWebhook>,
): Promise<{ readonly id: string; readonly secret: string }> {
  const added = await addChannel(channels, { kind: 'webhook', ...webhook, ...changes, url: url.href });
  return { id: added.channel.id, secret: added.secret ?? '' };
}

/** Replaces the secret of a webhook, and fails when that is rejected. */
export async function rotateSecret(channels: Channels, id: string, url: URL | null = null): Promise<string> {
  const rotated = await channels.rotateSecret(id, url?.href ?? null);
  if (typeof rotated === 'string') throw new Error(rotated);
  if ('fault' in rotated) throw new Error(rotated.fault.message);
  return rotated.secret;
}

import type * as health from '../../../src/deliveries/health/health-shape.ts';
import type * as channels from '../../../src/deliveries/kind/channel-shape.ts';
import type { MailSettings } from '../../../src/deliveries/kinds/mail/mail-settings.ts';
import type { NtfySettings } from '../../../src/deliveries/kinds/ntfy/ntfy-settings.ts';
import type { SlackSettings } from '../../../src/deliveries/kinds/slack/slack-settings.ts';
import type { WebhookField, WebhookSettings } from '../../../src/deliveries/kinds/webhook/webhook-settings.ts';
import type { ChannelKind, EventType } from '../../../src/deliveries/ledger/delivery.ts';
import type { Call } from '../api/send.ts';
import type { Sent } from '../api/shapes.ts';
import type { Delivery } from './deliveries-api.ts';

interface CommonChannel extends Omit<Sent<channels.ChannelView>, 'kind' | 'settings'> {}

interface SettingsOf {
  readonly webhook: WebhookSettings;
  readonly mail: MailSettings;
  readonly slack: SlackSettings;
  readonly ntfy: NtfySettings;
}

export type ChannelOf<Kind extends ChannelKind> = CommonChannel & {
  readonly kind: Kind;
  readonly settings: SettingsOf[Kind];
};

export type Channel = { readonly [Kind in ChannelKind]: ChannelOf<Kind> }[ChannelKind];
export type WebhookChannel = ChannelOf<'webhook'>;
export type MailChannel = ChannelOf<'mail'>;
export type SlackChannel = ChannelOf<'slack'>;
export type NtfyChannel = ChannelOf<'ntfy'>;
export type OperatorMail = Extract<MailSettings, { readonly audience: 'operators' }>;
export type ChannelHealth = Sent<health.ChannelHealth>;

export interface NewWebhook {
  readonly name: string;
  readonly url: string;
  readonly format: WebhookSettings['format'];
  readonly types: readonly EventType[];
  readonly fields: readonly WebhookField[];
  readonly verifiesTls: boolean;
}

export interface NewMailChannel {
  readonly name: string;
  readonly types: readonly EventType[];
  readonly mail: MailSettings;
}

/** The API of notification channels. Every method may throw an ApiFailure. */
export function createChannelsApi(call: Call) {
  return {
    list: async () => (await call<{ items: readonly Channel[] }>('GET', '/channels')).items,
    find: (id: string) => call<Channel>('GET', `/channels/${id}`),
    health: async () => (await call<{ items: readonly ChannelHealth[] }>('GET', '/channels/health')).items,
    /** Resolves with the number of waiting deliveries. */
    waiting: async (id: string) => {
      const { items } = await call<{ items: readonly ChannelHealth[] }>('GET', '/channels/health');
      return items.find(({ channel }) => channel.id === id)?.waiting ?? 0;
    },
    /** Resolves with the channel and the secret of a webhook, which the service returns only once. */
    add: (channel: channels.NewChannel) =>
      call<{ channel: Channel; secret: string | null }>('POST', '/channels', { body: channel }),
    change: (id: string, change: channels.ChannelChange) => call<Channel>('PATCH', `/channels/${id}`, { body: change }),
    /** @param url The new URL, when the stored URL was lost with the secret, else null. */
    rotateSecret: async (id: string, url: string | null) =>
      (await call<{ secret: string }>('POST', `/channels/${id}/secret`, { body: url === null ? {} : { url } })).secret,
    test: (id: string) => call<Delivery>('POST', `/channels/${id}/test`),
    remove: (id: string) => call<null>('DELETE', `/channels/${id}`),
  };
}

export type ChannelsApi = ReturnType<typeof createChannelsApi>;

/** Secrets that were not yet shown, by channel id. The page that shows a secret removes it. Held only in memory. */
export const newSecrets = new Map<string, string>();

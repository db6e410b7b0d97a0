import type * as channels from '../../../src/operators/deliveries/channels/channels.ts';
import type { MailSettings } from '../../../src/operators/deliveries/kinds/mail/mail-settings.ts';
import type {
  WebhookField,
  WebhookSettings,
} from '../../../src/operators/deliveries/kinds/webhook/webhook-settings.ts';
import type * as deliveries from '../../../src/operators/deliveries/ledger/deliveries.ts';
import type { ChannelState, EventType } from '../../../src/operators/deliveries/ledger/delivery.ts';
import type { Call } from '../api/call.ts';
import type { Sent } from '../api/shapes.ts';
import type { Delivery } from './deliveries-api.ts';

interface CommonChannel extends Omit<Sent<channels.ChannelView>, 'kind' | 'settings'> {}

export type WebhookChannel = CommonChannel & { readonly kind: 'webhook'; readonly settings: WebhookSettings };
export type MailChannel = CommonChannel & { readonly kind: 'mail'; readonly settings: MailSettings };
export type OperatorMail = Extract<MailSettings, { readonly audience: 'operators' }>;
export type Channel = WebhookChannel | MailChannel;
export type ChannelHealth = Sent<deliveries.ChannelHealth>;

export interface NewWebhook {
  readonly name: string;
  readonly url: string;
  readonly format: WebhookSettings['format'];
  readonly types: readonly EventType[];
  readonly fields: readonly WebhookField[];
  readonly verifiesTls: boolean;
}

/** Omitted fields stay unchanged. */
export interface ChannelChange extends Partial<Omit<NewWebhook, 'format'>> {
  readonly state?: ChannelState;
}

export interface NewMailChannel {
  readonly name: string;
  readonly types: readonly EventType[];
  readonly mail: MailSettings;
}

/** Calls on notification channels. Every call may throw an ApiFailure. */
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
    /** Resolves with the channel and its secret, which the service returns only once. */
    addWebhook: (webhook: NewWebhook) =>
      call<{ channel: Channel; secret: string }>('POST', '/channels', { body: { kind: 'webhook', ...webhook } }),
    addMail: (channel: NewMailChannel) => call<Channel>('POST', '/channels/mail', { body: channel }),
    change: (id: string, change: ChannelChange) => call<Channel>('PATCH', `/channels/${id}`, { body: change }),
    changeMail: (id: string, mail: MailSettings) => call<Channel>('PUT', `/channels/${id}/mail`, { body: { mail } }),
    /** @param url The new URL, when the stored URL was lost with the secret, else null. */
    rotateSecret: async (id: string, url: string | null) =>
      (await call<{ secret: string }>('POST', `/channels/${id}/secret`, { body: url === null ? {} : { url } })).secret,
    test: (id: string) => call<Delivery>('POST', `/channels/${id}/test`),
    remove: (id: string) => call<null>('DELETE', `/channels/${id}`),
  };
}

export type ChannelsApi = ReturnType<typeof createChannelsApi>;

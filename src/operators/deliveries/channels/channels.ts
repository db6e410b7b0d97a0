import type { WebhookField, WebhookSettings } from '../kinds/webhook/webhook-settings.ts';
import type { ChannelKind, ChannelState, EventType } from '../ledger/delivery.ts';

/** A channel as owners see it, without its secrets. */
export interface ChannelView {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly state: ChannelState;
  /** Empty only for mail to customers that is messages alone. */
  readonly types: readonly EventType[];
  /** `WebhookSettings` or `MailSettings`, depending on the kind. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** False when no known key opens the secret. The channel then needs a new secret. */
  readonly hasSecret: boolean;
  /** The times until which previous secrets also sign, the latest first. */
  readonly previousSecretsUntil: readonly Date[];
  readonly createdAt: Date;
}

export interface NewWebhook {
  readonly name: string;
  /** A URL that `readWebhookUrl` accepts. */
  readonly url: URL;
  readonly format: WebhookSettings['format'];
  readonly types: readonly EventType[];
  readonly fields: readonly WebhookField[];
  readonly verifiesTls: boolean;
  /** The operator's id, or null when the channel was added from the shell of the host. */
  readonly createdBy: string | null;
}

/** A field that is left out keeps its value. */
export interface WebhookChange {
  readonly name?: string | undefined;
  readonly url?: URL | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly fields?: readonly WebhookField[] | undefined;
  readonly verifiesTls?: boolean | undefined;
  readonly state?: ChannelState | undefined;
}

/**
 * `secret-lost`: no known key opens the URL, so the caller must name a new one. `too-many-secrets`: ten previous
 * secrets still sign.
 */
export type SecretRotation = { readonly secret: string } | 'missing' | 'secret-lost' | 'too-many-secrets';

/** The channels that are notified of requests. Calls reject when the database cannot be reached. */
export interface Channels {
  list(): Promise<readonly ChannelView[]>;
  find(id: string): Promise<ChannelView | null>;
  /** Adds a webhook. The secret is shown only this once. */
  addWebhook(webhook: NewWebhook): Promise<{ readonly channel: ChannelView; readonly secret: string } | 'too-many'>;
  /**
   * Returns null when the channel does not exist. Disabling a channel cancels its pending deliveries. `sends-nothing`:
   * the channel needs a type, and stays as it was.
   */
  change(id: string, change: WebhookChange): Promise<ChannelView | 'secret-lost' | 'sends-nothing' | null>;
  /** Enables all held channels and returns them. After a restore all channels are held. */
  release(): Promise<readonly ChannelView[]>;
  /** Replaces the secret. For 24 hours each, webhooks are signed with previous secrets too, unless they were lost. */
  rotateSecret(id: string, url: URL | null): Promise<SecretRotation>;
  /** Removes a channel. A worker cancels its pending deliveries. All its deliveries stay visible. */
  remove(id: string): Promise<'removed' | 'missing'>;
}

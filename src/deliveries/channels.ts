import type { ChannelKind, ChannelState, EventType } from './delivery.ts';
import type { WebhookField, WebhookSettings } from './webhook/webhook-settings.ts';

/** A channel as owners see it: without its secrets. */
export interface ChannelView {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly state: ChannelState;
  readonly types: readonly EventType[];
  /** By kind: `WebhookSettings`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** False when its secret was sealed with another key: it has to be given a new one. */
  readonly hasSecret: boolean;
  readonly createdAt: Date;
}

export interface NewWebhook {
  readonly name: string;
  /** A URL that `readWebhookUrl` takes. */
  readonly url: URL;
  readonly format: WebhookSettings['format'];
  readonly types: readonly EventType[];
  readonly fields: readonly WebhookField[];
  readonly verifiesTls: boolean;
  /** An operator; null: from the shell of the host. */
  readonly createdBy: string | null;
}

/** What is left out stays. */
export interface WebhookChange {
  readonly name?: string | undefined;
  readonly url?: URL | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly fields?: readonly WebhookField[] | undefined;
  readonly verifiesTls?: boolean | undefined;
  readonly state?: ChannelState | undefined;
}

/** `secret-lost`: the URL cannot be read any more, so that a new one has to be named. */
export type SecretRotation = { readonly secret: string } | 'missing' | 'secret-lost';

/** Who is told of requests. Calls reject when the database cannot be reached. */
export interface Channels {
  list(): Promise<readonly ChannelView[]>;
  find(id: string): Promise<ChannelView | null>;
  /** The secret is shown this once. */
  addWebhook(webhook: NewWebhook): Promise<{ readonly channel: ChannelView; readonly secret: string } | 'too-many'>;
  /** Null when there is no such channel. Disabling it cancels what waits for it. */
  change(id: string, change: WebhookChange): Promise<ChannelView | 'secret-lost' | null>;
  /** Enables every channel that is held, as all are after a restore. Resolves with those. */
  release(): Promise<readonly ChannelView[]>;
  /** Requests are signed with the old secret too for 24 hours, unless it was lost. */
  rotateSecret(id: string, url: URL | null): Promise<SecretRotation>;
  /** Its deliveries stay to be seen; what waits is cancelled. */
  remove(id: string): Promise<'removed' | 'missing'>;
}

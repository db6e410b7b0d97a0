import type { Faulty, RotationFault } from '../kinds/kind.ts';
import type { ChannelKind, ChannelState, EventType } from '../ledger/delivery.ts';

/** A channel as owners see it, without its secrets. */
export interface ChannelView {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly state: ChannelState;
  /** Empty only for mail to customers that is messages alone. */
  readonly types: readonly EventType[];
  /** Depends on the kind. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** False when no known key opens the secret. The channel then needs a new secret. */
  readonly hasSecret: boolean;
  /** The times until which previous secrets also sign, the latest first. */
  readonly previousSecretsUntil: readonly Date[];
  readonly createdAt: Date;
}

/** A new channel, with the members of its kind. */
export interface NewChannel {
  readonly kind: ChannelKind;
  /** Left out, the kind chooses a name. */
  readonly name?: string | undefined;
  readonly types: readonly EventType[];
  /** The operator's id, or null when the channel was added from the shell of the host. */
  readonly createdBy: string | null;
  readonly [member: string]: unknown;
}

export interface AddedChannel {
  readonly channel: ChannelView;
  /** A secret that was made for the receiver, which is shown only this once, or null. */
  readonly secret: string | null;
}

/** A field that is left out keeps its value. The members of the kind may be among the fields. */
export interface ChannelChange {
  readonly name?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly state?: ChannelState | undefined;
  readonly [member: string]: unknown;
}

/**
 * `secret-lost`: no known key opens the URL, so the caller must name a new one. `too-many-secrets`: ten previous
 * secrets still sign. `missing`: no channel that has a secret to replace.
 */
export type SecretRotation = { readonly secret: string } | 'missing' | RotationFault;

/** The channels that are notified of requests. Calls reject when the database cannot be reached. */
export interface Channels {
  list(): Promise<readonly ChannelView[]>;
  find(id: string): Promise<ChannelView | null>;
  /** `sends-nothing`: the channel needs a type. */
  add(channel: NewChannel): Promise<AddedChannel | Faulty | 'too-many' | 'sends-nothing'>;
  /**
   * Returns null when the channel does not exist. Disabling a channel cancels its pending deliveries. `sends-nothing`:
   * the channel needs a type, and stays as it was.
   */
  change(id: string, change: ChannelChange): Promise<ChannelView | Faulty | 'secret-lost' | 'sends-nothing' | null>;
  /** Enables all held channels and returns them. After a restore all channels are held. */
  release(): Promise<readonly ChannelView[]>;
  /** Replaces the secret. For 24 hours each, webhooks are signed with previous secrets too, unless they were lost. */
  rotateSecret(id: string, url: string | null): Promise<SecretRotation>;
  /** Removes a channel. A worker cancels its pending deliveries. All its deliveries stay visible. */
  remove(id: string): Promise<'removed' | 'missing'>;
}

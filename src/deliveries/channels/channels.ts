import type { ChannelChange, ChannelView, CreatedChannel, NewChannel, RotatedSecret } from '../kind/channel-shape.ts';
import type { Faulty, RotationFault } from '../kind/kind.ts';
import type { ChannelKind } from '../ledger/delivery.ts';

/**
 * `secret-lost`: no known key opens the URL, so the caller must name a new one. `too-many-secrets`: ten previous
 * secrets still sign. `missing`: no channel that has a secret to replace.
 */
type SecretRotation = RotatedSecret | 'missing' | RotationFault;

interface Author {
  readonly by?: string | null;
}

interface Creation {
  /** The operator's id, or null when the channel was added from the shell of the host. */
  readonly createdBy: string | null;
}

/**
 * The channels that are notified of requests. Calls reject when the database cannot be reached. Each change is an event of
 * `by`: an operator's id, or null for the shell of the host.
 */
export interface Channels {
  list(): Promise<readonly ChannelView[]>;
  find(id: string): Promise<ChannelView | null>;
  /** `sends-nothing`: the channel needs a type. */
  add(channel: NewChannel & Creation): Promise<CreatedChannel | Faulty | 'too-many' | 'sends-nothing'>;
  /**
   * Returns null when the channel does not exist, or is not of the kind that was asked for. Disabling a channel cancels
   * its pending deliveries. `sends-nothing`: the channel needs a type, and stays as it was.
   */
  change(
    id: string,
    change: ChannelChange,
    options?: { readonly kind?: ChannelKind } & Author,
  ): Promise<ChannelView | Faulty | 'secret-lost' | 'sends-nothing' | null>;
  /** Enables all held channels and returns them. After a restore all channels are held. */
  release(by?: string | null): Promise<readonly ChannelView[]>;
  /** Replaces the secret. For 24 hours each, webhooks are signed with previous secrets too, unless they were lost. */
  rotateSecret(id: string, url: string | null, by?: string | null): Promise<SecretRotation>;
  /** Removes a channel. A worker cancels its pending deliveries. All its deliveries stay visible. */
  remove(id: string, by?: string | null): Promise<'removed' | 'missing'>;
}

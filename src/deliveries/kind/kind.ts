import type { z } from 'zod';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { KeyRing } from '../../platform/secrets/key-ring.ts';
import type { EventType } from '../ledger/delivery.ts';
import type { LimitDispatches } from '../ledger/ledger.ts';
import type { Sender } from '../ledger/sender.ts';
import type { ReceiverClient } from '../receivers/receiver-client.ts';
import type { ReadReceiverUrl } from '../receivers/receiver-url.ts';

/** A kind of channel. `registry.ts` lists the kinds. Code that all kinds share never asks for one by its name. */
export interface Kind {
  /** The events that it can be notified of. `usual`: the default for a new channel, or null when they must be named. */
  readonly types: { readonly possible: readonly EventType[]; readonly usual: readonly EventType[] | null };
  /** The members that a new channel has besides its name and types, for the operators' API. */
  readonly newMembers: Members;
  /** The members that can be changed, all optional. Members of the same name must accept the values of each kind. */
  readonly changeMembers: Members;
  /** Checks the members of a new channel again, and returns the channel to store. */
  make(members: unknown, readUrl: ReadReceiverUrl): Made | Faulty;
  /** Applies a change. Members of other kinds are ignored. `secret-lost`: the change needs a secret that no key opens. */
  change(opened: Opened, members: unknown, readUrl: ReadReceiverUrl): Stored | Faulty | 'secret-lost';
  show(opened: Opened): Shown;
  /** Makes a new secret. Absent from kinds without own secrets. */
  rotate?(opened: Opened, url: string | null, readUrl: ReadReceiverUrl): Rotated | RotationFault;
  /** The line about the settings in a list in a shell. */
  line(settings: unknown): Line;
  /** The remedy for the host when every attempt fails. */
  readonly remedy: string;
  /** How the doctor tries the receiver, without sending anything. Absent from kinds that it checks otherwise. */
  readonly reach?: Reach;
  createSender(parts: SenderParts): Sender;
  /** Called in the transaction that stores a new channel, with `previous` null, or changed settings. */
  stored?(transaction: Transaction, channelId: string, settings: unknown, previous: unknown): Promise<void>;
  readonly limit?: LimitDispatches;
}

export type Members = Readonly<Record<string, z.ZodType>>;

/** A stored channel with its secrets. They are null for a kind without secrets, or when no known key opens them. */
export interface Opened {
  readonly settings: unknown;
  readonly secrets: unknown;
  readonly isSealed: boolean;
}

/** A channel as it is stored. The secrets are sealed. `keep` leaves them as they are. */
export interface Stored {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets: object | 'keep' | null;
}

interface Made extends Stored {
  /** A secret that was made for the receiver and is shown only once, or null. */
  readonly secret: string | null;
  /** The default name of a channel. */
  readonly usualName: string;
}

/** A member that the kind rejects. `path` is a JSON Pointer. */
interface ChannelFault {
  readonly path: string;
  readonly message: string;
  readonly code: 'url' | 'rule';
}

export interface Faulty {
  readonly fault: ChannelFault;
}

export type Rotated = Stored & { readonly secret: string };
export type RotationFault = Faulty | 'secret-lost' | 'too-many-secrets';

export interface Shown {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly hasSecret: boolean;
  readonly previousSecretsUntil: readonly Date[];
}

export interface Line {
  /** The receiver, without its secret part. */
  readonly address: string;
  readonly pace: string;
  /** Deliveries besides the channel's types. */
  readonly also: readonly string[];
}

export interface Reach {
  /** The first part of the check's name: `<check>.reach`. */
  readonly check: string;
  /** The sentence when there is no channel of the kind. */
  readonly none: string;
  /** Returns where to connect to, or null when the secret is lost. */
  target(opened: Opened): ReachTarget | null;
  /** The remedy for the host when the secret is lost. */
  lostSecret(channelId: string): { readonly remedy: string; readonly command?: string };
}

export interface ReachTarget {
  readonly url: string;
  readonly verifiesTls: boolean;
}

/** The parts that the senders of all kinds share. */
export interface SenderParts {
  readonly client: ReceiverClient;
  readonly keyRing: KeyRing;
  /** The origin of the inbox. */
  inboxUrl(): Promise<string>;
  /** The version of the service, for `user-agent`. */
  readonly version: string;
  /** The sender of the mails of all channels. */
  readonly mail: Sender;
}

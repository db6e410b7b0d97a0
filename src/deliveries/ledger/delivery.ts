import type { SentRequest } from '../../requests/facets/sent-facts.ts';

export const channelKinds = ['webhook', 'mail', 'slack', 'ntfy'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** The kinds that the ledger sends to: those of channels, and the hidden ones of notices to owners and of openings. */
export type SenderKind = ChannelKind | 'owners' | 'openings';

/** `held`: deliveries are made but not sent. `disabled`: no deliveries are made. */
export const channelStates = ['enabled', 'held', 'disabled'] as const;
export type ChannelState = (typeof channelStates)[number];

/** The events of requests that a channel can be notified of. */
export const requestEventTypes = ['request.created', 'request.status_changed', 'request.erased'] as const;

/** The form opened, or closed. */
const studioEventTypes = ['studio.opened', 'studio.closed'] as const;

/** The events that a channel can be notified of. */
export const eventTypes = [...requestEventTypes, ...studioEventTypes] as const;
export type EventType = (typeof eventTypes)[number];

/** A person makes `request.message` and `test`, and a schedule makes `digest`. */
export const deliveryTypes = [...eventTypes, 'request.message', 'digest', 'test'] as const;
export type DeliveryType = (typeof deliveryTypes)[number];

export const deliveryStates = ['pending', 'sending', 'delivered', 'failed', 'uncertain', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** `confirmation-limit`: the customer's mailbox had its confirmations of the hour or the day. */
export const cancelCauses = [
  'undone',
  'spam',
  'erased',
  'request-gone',
  'channel-disabled',
  'channel-removed',
  'confirmation-limit',
] as const;

/** A channel as stored in the database. The kind determines the form of `settings` and of the sealed text. */
export interface Channel {
  readonly id: string;
  readonly kind: SenderKind;
  readonly name: string;
  readonly settings: unknown;
  /** The secrets, sealed by a `KeyRing`, or null for a kind without secrets. */
  readonly sealed: string | null;
}

/** The data of an event that its request does not keep: the statuses of a change, the text of a message. For a notice, all facts. */
export type Facts = Readonly<Record<string, unknown>>;

/** A claimed delivery, whose try begins now. */
export interface Dispatch {
  readonly id: string;
  /** Counts from 1. */
  readonly attempt: number;
  readonly type: DeliveryType | 'notice';
  /** The time of the event. It is the same at each attempt. */
  readonly createdAt: Date;
  readonly facts: Facts | null;
  readonly requestId: string | null;
  /** Null for `request.erased` and for types that are about no request. */
  readonly request: DispatchedRequest | null;
  /** The text of an earlier attempt, or null at the first attempt. */
  readonly body: string | null;
  readonly channel: Channel;
}

/** A submitted request. Every text from the customer is untrusted. */
export type DispatchedRequest = SentRequest;

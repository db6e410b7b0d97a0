export const channelKinds = ['webhook', 'mail'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** `held`: deliveries are made and wait. `disabled`: none is made. */
export const channelStates = ['enabled', 'held', 'disabled'] as const;
export type ChannelState = (typeof channelStates)[number];

/** What a channel may be told of. */
export const eventTypes = ['request.created', 'request.status_changed', 'request.erased'] as const;
export type EventType = (typeof eventTypes)[number];

/** `request.message`, `digest` and `test` are made by a person or a clock. */
export type DeliveryType = EventType | 'request.message' | 'digest' | 'test';

export const deliveryStates = ['pending', 'sending', 'delivered', 'failed', 'uncertain', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export type CancelCause = 'undone' | 'spam' | 'erased' | 'request-gone' | 'channel-disabled' | 'channel-removed';

/** Somebody to tell, as the database has it. `settings` and what is sealed are the kind's own. */
export interface Channel {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly settings: unknown;
  /** Sealed by a `KeyRing`; null for a kind without secrets. */
  readonly sealed: string | null;
}

/** What of an event is not in its request for good: the statuses of a change, the text of a message. */
export type Facts = Readonly<Record<string, unknown>>;

/** A delivery whose try begins now. */
export interface Dispatch {
  readonly id: string;
  /** Counts from 1. */
  readonly attempt: number;
  readonly type: DeliveryType;
  /** When the event was. The same at each try. */
  readonly createdAt: Date;
  readonly facts: Facts | null;
  readonly requestId: string | null;
  /** Null for types that are about no request, and for `request.erased`. */
  readonly request: DispatchedRequest | null;
  /** What an earlier try has sent; null at the first one. */
  readonly body: string | null;
  readonly channel: Channel;
}

/** What a customer submitted. Strangers wrote every text of it. */
export interface DispatchedRequest {
  readonly id: string;
  readonly createdAt: Date;
  readonly status: string;
  readonly publicMessage: string | null;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly customerSocials: string | null;
  readonly message: string;
  /** As a tag (BCP 47); null where nobody said it. */
  readonly language: string | null;
  readonly typeId: string | null;
  readonly optionId: string | null;
  readonly customCardId: string | null;
  /** The names of those that exist. */
  readonly extras: readonly string[];
  /** In the order of the form. */
  readonly fileNames: readonly string[];
}

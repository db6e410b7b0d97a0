import type { EventType } from '../../ledger/delivery.ts';

/** The events that mail channels can be notified of. An erased request has no recipient. */
export const mailEventTypes = ['request.created', 'request.status_changed'] as const satisfies readonly EventType[];

export type MailEventType = (typeof mailEventTypes)[number];

/** Maximum recipients of one channel. */
export const mostRecipients = 20;

export const mailAudiences = ['operators', 'customers'] as const;

export const mailPaces = ['each', 'daily'] as const;

/** The default hour of a daily mail. */
export const defaultHour = 8;

import type { WebhookField, WebhookSettings } from '../../../src/deliveries/kinds/webhook/webhook-settings.ts';
import { type TextField, textFields } from '../../../src/intake/submission/request-fields.ts';

// Repeats the service's lists, because importing them would bundle the validation library. `satisfies` and the records
// below make the compiler check that the lists are equal.
const formats = { standard: true, discord: true } as const satisfies Record<WebhookSettings['format'], true>;

const otherFields = {
  extras: true,
  fileNames: true,
  answers: true,
  publicMessage: true,
} as const satisfies Record<Exclude<WebhookField, TextField>, true>;

export const webhookFormats = Object.keys(formats) as readonly WebhookSettings['format'][];

export const webhookFields = [...textFields, ...Object.keys(otherFields)] as readonly WebhookField[];

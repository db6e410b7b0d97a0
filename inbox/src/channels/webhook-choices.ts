import type { WebhookField, WebhookSettings } from '../../../src/deliveries/webhook/webhook-settings.ts';

// Written down here too, for the service's own list comes with the library that validates. `satisfies` and the records below
// keep them the same.
const formats = { standard: true, discord: true } as const satisfies Record<WebhookSettings['format'], true>;

const fields = {
  customerName: true,
  customerEmail: true,
  customerSocials: true,
  message: true,
  typeId: true,
  optionId: true,
  customCardId: true,
  extras: true,
  fileNames: true,
  publicMessage: true,
} as const satisfies Record<WebhookField, true>;

export const webhookFormats = Object.keys(formats) as readonly WebhookSettings['format'][];

export const webhookFields = Object.keys(fields) as readonly WebhookField[];

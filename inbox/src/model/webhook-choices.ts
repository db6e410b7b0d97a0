import type {
  WebhookField,
  WebhookSettings,
} from '../../../src/operators/deliveries/kinds/webhook/webhook-settings.ts';

// Repeats the service's lists, because importing them would bundle the validation library. `satisfies` and the records
// below make the compiler check that the lists are equal.
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

import { z } from 'zod';
import { sentFields } from '../../../requests/facets/sent-facts.ts';

/** `discord`: one line with the link, in the format of Discord's own webhooks. */
export const webhookFormats = ['standard', 'discord'] as const;

/** The fields of a request that can be sent besides its ids and the link. */
export const webhookFields = sentFields;

export type WebhookField = (typeof webhookFields)[number];

/** The settings that the API shows. */
export const webhookSettings = z.object({
  format: z.enum(webhookFormats),
  fields: z.array(z.enum(webhookFields)),
  /** False accepts any certificate. */
  verifiesTls: z.boolean(),
  /** The receiver's URL, shortened by `shownAddress`. */
  address: z.string(),
});

export type WebhookSettings = z.infer<typeof webhookSettings>;

/** A secret that was replaced. It also signs webhooks until then. */
const previousSecret = z.object({ secret: z.string(), until: z.iso.datetime() });

export type PreviousSecret = z.infer<typeof previousSecret>;

/** The sealed texts. The URL is sealed too, because some receivers authenticate senders by the URL alone. */
export const webhookSecrets = z.object({
  url: z.string(),
  secret: z.string(),
  /** The newest first. */
  previous: z.array(previousSecret),
});

export type WebhookSecrets = z.infer<typeof webhookSecrets>;

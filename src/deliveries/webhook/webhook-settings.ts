import { z } from 'zod';

/** `discord`: a line with the link, as Discord's own webhooks take it. */
export const webhookFormats = ['standard', 'discord'] as const;

/** What of a request may be sent beside ids and the link. */
export const webhookFields = [
  'customerName',
  'customerEmail',
  'customerSocials',
  'message',
  'typeId',
  'optionId',
  'customCardId',
  'extras',
  'fileNames',
  'publicMessage',
] as const;

export type WebhookField = (typeof webhookFields)[number];

/** What anybody who sees the channel may read. */
export const webhookSettings = z.object({
  format: z.enum(webhookFormats),
  fields: z.array(z.enum(webhookFields)),
  /** False takes certificates that nobody vouches for. */
  verifiesTls: z.boolean(),
  /** The receiver's URL as `shownAddress` gives it. */
  address: z.string(),
});

export type WebhookSettings = z.infer<typeof webhookSettings>;

/** What is sealed: some receivers know their senders by the URL alone. */
export const webhookSecrets = z.object({
  url: z.string(),
  secret: z.string(),
  /** Signed with too until then. */
  previous: z.object({ secret: z.string(), until: z.iso.datetime() }).nullable(),
});

export type WebhookSecrets = z.infer<typeof webhookSecrets>;

/** A URL for people: scheme, host and port, for its path and its query may be the credential. `…` stands for all the rest. */
export function shownAddress(url: string): string {
  if (!URL.canParse(url)) return '…';
  const { origin, pathname, search, hash } = new URL(url);
  return pathname === '/' && search === '' && hash === '' ? `${origin}/` : `${origin}/…`;
}

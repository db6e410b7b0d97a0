import { z } from 'zod';
import { languages } from '../../../platform/language/languages.ts';
import type { Shape } from '../../../platform/shapes/shape.ts';
import { named, storedId } from '../../../platform/shapes/values.ts';

export const mailStatus = named(
  'MailStatus',
  z.object({
    isSetUp: z.boolean().describe('Whether a mail server is configured (SMTP_URL and MAIL_FROM)'),
    hasStatusLinks: z.boolean().describe('Whether mails can link to the status page (PUBLIC_URL)'),
    customerLanguage: z
      .enum(languages)
      .nullable()
      .describe(
        'The language of messages to customers whose request has no language; null when no channel allows messages',
      ),
    tellsStatusChanges: z.boolean().describe('Whether customers are mailed when the status of their request changes'),
  }),
);

/** Which mails the configuration allows. */
export type MailStatus = Shape<typeof mailStatus>;

export const messageTemplate = named('MessageTemplate', z.object({ id: storedId, text: z.string() }));

/** A saved text for messages to customers. */
export type MessageTemplate = Shape<typeof messageTemplate>;

export const mailPreview = named(
  'MailPreview',
  z.object({
    from: z.string().nullable().describe('The sender (MAIL_FROM); null when no mail server is configured'),
    to: z.string().describe('An example of a reader'),
    subject: z.string(),
    text: z.string(),
    hasHtml: z.boolean().describe('False for a mail that is plain text only'),
    isReplaced: z.boolean().describe('Whether a file of MAIL_TEMPLATES replaces the built-in template'),
    delivered: z
      .object({ subject: z.string(), text: z.string().nullable() })
      .nullable()
      .describe(
        'The built-in words of a mail to customers, with placeholders such as {studio}: what the key `mails` of the ' +
          'studio replaces. `text` is null where an operator writes it; null for mails to operators',
      ),
  }),
);

/** A mail about an example request, without its HTML. */
export type MailPreview = Shape<typeof mailPreview>;

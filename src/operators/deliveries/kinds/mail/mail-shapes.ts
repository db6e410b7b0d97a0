import { z } from 'zod';
import { languages } from '../../../../platform/language/languages.ts';
import type { Shape } from '../../../../platform/shapes/shape.ts';
import { named, storedId } from '../../../../platform/shapes/values.ts';

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

import { z } from 'zod';
import { channelName, typesDescription } from '../../../deliveries/kind/channel-shape.ts';
import { mailEventTypes } from '../../../deliveries/kinds/mail/mail-choices.ts';
import { templateNames } from '../../../deliveries/kinds/mail/mail-previews.ts';
import { enteredMailSettings, sendsMail } from '../../../deliveries/kinds/mail/mail-settings.ts';
import { messageTemplate } from '../../../deliveries/kinds/mail/mail-shapes.ts';
import { shownStatuses } from '../../../events/status-links/shown-status.ts';
import { languages } from '../../../platform/language/languages.ts';
import { named, storedId } from '../../../platform/shapes/values.ts';
import { message } from '../../../requests/entries/registry.ts';
import { sendsNothing } from '../problems/problem.ts';

export const mailChange = named('MailSettings', z.strictObject({ mail: enteredMailSettings }));

export const newMailChannel = named(
  'NewMailChannel',
  z
    .strictObject({
      name: channelName,
      types: z.array(z.enum(mailEventTypes)).max(mailEventTypes.length).describe(typesDescription),
      mail: enteredMailSettings,
    })
    .refine(({ types, mail }) => sendsMail(types, mail), { path: ['types'], message: sendsNothing }),
);

export const previewParams = z.object({ template: z.enum(templateNames) });

export const previewQuery = z.strictObject({
  language: z.enum(languages).default('en'),
  status: z.enum(shownStatuses).default('ACCEPTED').describe('Of mails about a changed status'),
  studio: z
    .enum(['published', 'draft'])
    .default('published')
    .describe("The studio whose name, look and words the mail has. A file of the host wins over the draft's words"),
});

export type PreviewParams = z.output<typeof previewParams>;
export type PreviewQuery = z.output<typeof previewQuery>;

export const customerMessage = named(
  'CustomerMessage',
  z.strictObject({ text: message.text.describe('Sent to the customer unchanged') }),
);

export const newMessageTemplate = named('NewMessageTemplate', z.strictObject({ text: message.text }));

export const messageTemplateList = named('MessageTemplateList', z.object({ items: z.array(messageTemplate) }));

export const sentMessage = named(
  'SentMessage',
  z.object({ deliveryId: storedId.describe('The id with which the message can be cancelled') }),
);

export const messageParams = z.object({ id: z.uuid(), deliveryId: z.guid() });

import { z } from 'zod';
import { type ShownStatus, shownStatuses } from '../../events/status-links/shown-status.ts';
import { languages } from '../../platform/language/languages.ts';
import { limitedText } from '../../platform/shapes/storable-text.ts';
import { prose } from '../catalogue/texts.ts';
import { mailPlaceholders, unknownPlaceholders } from './mail-placeholders.ts';

export const maxSubjectCharacters = 200;
export const maxMailCharacters = 5000;

const placeholders = mailPlaceholders.map((name) => `{${name}}`).join(', ');

/** Texts by language. Without a text in their language, customers get the built-in mail. */
function ownTexts(maxCharacters: number, pattern: RegExp, error: string) {
  const text = limitedText(maxCharacters)
    .min(1)
    .regex(pattern, error)
    .refine((one) => unknownPlaceholders(one).length === 0, {
      error: ({ input }) =>
        `has the placeholder ${unknownPlaceholders(String(input)).join(', ')}: mails have ${placeholders}`,
    });
  return z
    .partialRecord(z.enum(languages), text)
    .refine((texts) => Object.keys(texts).length > 0, { error: 'is empty' })
    .nullable()
    .default(null);
}

// The subject is a header of the mail, which is one line.
const subject = ownTexts(maxSubjectCharacters, /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line');
const text = ownTexts(maxMailCharacters, /\S/, 'is empty');

const ownMail = z.strictObject({ subject, text }).nullable().default(null);

const ofStatuses = Object.fromEntries(shownStatuses.map((status) => [status, ownMail])) as Record<
  ShownStatus,
  typeof ownMail
>;

/** The studio's own texts of mails to customers, by the status that a mail announces. */
export const mailsSchema = z.strictObject({
  ...ofStatuses,
  /** The operator writes its text. */
  operatorMessage: z.strictObject({ subject }).nullable().default(null),
  /** Below each mail to a customer that no person has written. */
  signature: prose,
});

export type OwnMails = z.output<typeof mailsSchema>;

import { z } from 'zod';
import { emailPattern } from '../../platform/shapes/email-pattern.ts';
import { atMostCharacters, isStorableText, limitedText, storableText } from '../../platform/shapes/storable-text.ts';
import { maxIssues } from './limits.ts';
import { type RequestFieldValues, requestFields } from './request-fields.ts';

const identifier = storableText().min(1);
const { customerName, customerEmail, customerSocials, message } = requestFields;
const optionalIdentifier = identifier.nullable().default(null);

/** An unchecked list item. A schema takes a microsecond for each item, and a list may have 200,000 items. */
const unchecked: z.ZodType<string> = z.any();

/** A list of identifiers. Reports the issues of the first invalid items, about 1,000 issues at most (C16). */
const identifiers = z
  .array(unchecked)
  .check(({ value, issues }) => {
    for (const [index, item] of value.entries()) {
      if (typeof item === 'string' && item !== '' && isStorableText(item)) continue;
      for (const issue of identifier.safeParse(item).error?.issues ?? []) {
        issues.push({ ...issue, path: [index], input: item } as z.core.$ZodRawIssue);
      }
      if (issues.length >= maxIssues) return;
    }
  })
  .meta({ items: { type: 'string', minLength: 1 } });

/** The payload of the earlier revision (docs/api.md, Payload; C12 to C16, C18). Unknown keys are dropped. */
export const earlierPayload = z.object({
  typeId: optionalIdentifier.describe('The `id` of a type in the catalogue.'),
  optionId: optionalIdentifier.describe('The `id` of an option of that type.'),
  extraIds: identifiers
    .default([])
    .describe('The `id`s of extras in the catalogue. An id that names no extra is kept and otherwise ignored.'),
  customerName: limitedText(customerName.maxCharacters)
    .min(customerName.minCharacters)
    .describe("The customer's name."),
  customerEmail: z
    .email({ pattern: emailPattern })
    .check(atMostCharacters(customerEmail.maxCharacters))
    .meta({ maxLength: customerEmail.maxCharacters })
    .describe("The customer's e-mail address. Letters of any script are allowed."),
  customerSocials: limitedText(customerSocials.maxCharacters)
    .nullable()
    .default(null)
    .describe('Where else the customer can be found or reached.'),
  message: limitedText(message.maxCharacters).min(message.minCharacters).describe('What the customer would like.'),
});

/** The payload of the later revision: the earlier payload with an optional custom card (C17). */
export const laterPayload = earlierPayload.extend({
  customCardId: optionalIdentifier.describe('The `id` of a custom card in the catalogue.'),
}) satisfies z.ZodType<RequestFieldValues>;

import { z } from 'zod';
import { emailPattern } from './email-pattern.ts';
import { maxCharacters, maxIssues } from './limits.ts';
import { atMostCharacters, isStorableText, limitedText, storableText } from './payload-text.ts';

const identifier = storableText().min(1);
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
  typeId: optionalIdentifier,
  optionId: optionalIdentifier,
  extraIds: identifiers.default([]),
  customerName: limitedText(maxCharacters.customerName).min(1),
  customerEmail: z
    .email({ pattern: emailPattern })
    .check(atMostCharacters(maxCharacters.customerEmail))
    .meta({ maxLength: maxCharacters.customerEmail }),
  customerSocials: limitedText(maxCharacters.customerSocials).nullable().default(null),
  message: limitedText(maxCharacters.message).min(1),
});

/** The payload of the later revision: the earlier payload with an optional custom card (C17). */
export const laterPayload = earlierPayload.extend({ customCardId: optionalIdentifier });

import { z } from 'zod';
import { emailPattern } from './email-pattern.ts';
import { maxCharacters, maxIssues } from './limits.ts';
import { atMostCharacters, isStorableText, limitedText, storableText } from './payload-text.ts';

const identifier = storableText().min(1);
const optionalIdentifier = identifier.nullable().default(null);

/** Of a list's items nothing is checked by the schema: it takes a microsecond for each, and a list may have 200,000. */
const unchecked: z.ZodType<string> = z.any();

/** A list of identifiers. Reports the issues of its first bad items, about 1,000 of them (C16). */
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

/** The payload of the earlier revision (spec.md, Resources; C12 to C16, C18). Unknown keys are dropped. */
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

/** The payload of the later revision: the earlier one and an optional custom card (C17). */
export const laterPayload = earlierPayload.extend({ customCardId: optionalIdentifier });

import { z } from 'zod';
import { maxCharacters } from './limits.ts';
import { atMostCharacters, limitedText, storableText } from './payload-text.ts';

/** An optional identifier: null when absent. */
export const optionalIdentifier = storableText().min(1).nullable().default(null);

/** The payload of the earlier revision (spec.md, Resources; C12 to C16, C18). Unknown keys are dropped. */
export const earlierPayload = z.object({
  typeId: optionalIdentifier,
  optionId: optionalIdentifier,
  extraIds: z.array(storableText().min(1)).default([]),
  customerName: limitedText(maxCharacters.customerName).min(1),
  customerEmail: z
    .email()
    .check(atMostCharacters(maxCharacters.customerEmail))
    .meta({ maxLength: maxCharacters.customerEmail }),
  customerSocials: limitedText(maxCharacters.customerSocials).nullable().default(null),
  message: limitedText(maxCharacters.message).min(1),
});

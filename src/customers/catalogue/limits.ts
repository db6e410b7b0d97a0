import { z } from 'zod';
import { maxCharacters, maxFileBytes, maxFiles } from '../submission/limits.ts';
import { type ApiRevision, apiRevisions } from '../submission/payload.ts';

const count = z.int().min(0);
const length = { minLength: count.optional(), maxLength: count };

/** The limits of a submission, for clients. Lengths count Unicode code points (C12), sizes bytes. */
export const limitsSchema = z.object({
  files: z.object({ maxCount: count, maxBytes: count }),
  request: z.object({ maxBytes: count }),
  payload: z.object({
    revision: z.enum(apiRevisions),
    customerName: z.object(length),
    customerEmail: z.object(length),
    customerSocials: z.object(length),
    message: z.object(length),
  }),
});

export function limitsOf(revision: ApiRevision, maxRequestBytes: number): z.infer<typeof limitsSchema> {
  return {
    files: { maxCount: maxFiles, maxBytes: maxFileBytes },
    request: { maxBytes: maxRequestBytes },
    payload: {
      revision,
      customerName: { minLength: 1, maxLength: maxCharacters.customerName },
      customerEmail: { maxLength: maxCharacters.customerEmail },
      customerSocials: { maxLength: maxCharacters.customerSocials },
      message: { minLength: 1, maxLength: maxCharacters.message },
    },
  };
}

import { z } from 'zod';
import { maxFileBytes, maxFiles } from '../../intake/submission/limits.ts';
import { type ApiRevision, apiRevisions } from '../../intake/submission/payload.ts';
import { type LimitedField, limitedFields, requestFields } from '../../intake/submission/request-fields.ts';

const count = z.int().min(0);
const upTo = z.object({ maxLength: count });
const between = z.object({ minLength: count, ...upTo.shape });

/** The limits of a submission, for clients. Lengths count Unicode code points (C12), sizes bytes. */
export const limitsSchema = z.object({
  files: z.object({ maxCount: count, maxBytes: count }),
  request: z.object({ maxBytes: count }),
  payload: z.object({
    revision: z.enum(apiRevisions),
    ...ofLimitedFields((field) => ('minCharacters' in requestFields[field] ? between : upTo)),
  }),
});

export function limitsOf(revision: ApiRevision, maxRequestBytes: number): z.infer<typeof limitsSchema> {
  return {
    files: { maxCount: maxFiles, maxBytes: maxFileBytes },
    request: { maxBytes: maxRequestBytes },
    payload: {
      revision,
      ...ofLimitedFields(lengthOf),
    },
  };
}

function lengthOf(field: LimitedField): z.infer<typeof between> | z.infer<typeof upTo> {
  const { maxCharacters, ...facts } = requestFields[field];
  return 'minCharacters' in facts
    ? { minLength: facts.minCharacters, maxLength: maxCharacters }
    : { maxLength: maxCharacters };
}

function ofLimitedFields<T>(of: (field: LimitedField) => T): Readonly<Record<LimitedField, T>> {
  return Object.fromEntries(limitedFields.map((field) => [field, of(field)])) as Record<LimitedField, T>;
}

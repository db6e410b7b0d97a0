import { z } from 'zod';
import { requestStatuses } from '../../../inbox/statuses.ts';
import { emailAddress, named, nextCursor, pageQuery, storedId } from './values.ts';

/** The receipt of an erased request, without personal data. */
export const erasure = named(
  'Erasure',
  z.object({
    requestId: storedId,
    erasedAt: z.date(),
    reason: z.enum(['request', 'person', 'retention']),
    objectKeys: z.array(z.string()).describe('Of its attachments'),
    isComplete: z
      .boolean()
      .describe('Whether every attachment has been deleted; until then the service goes on trying'),
  }),
);

export const erasureList = named('ErasureList', z.object({ items: z.array(erasure) }));

export const erasurePage = named('ErasurePage', z.object({ items: z.array(erasure), next: nextCursor }));

export const erasureQuery = z.strictObject(pageQuery);

export const person = named('Person', z.strictObject({ email: emailAddress }));

export const erasureCandidateList = named(
  'ErasureCandidateList',
  z.object({
    items: z.array(
      z.object({
        id: storedId,
        number: z.string().describe('Short, for people'),
        createdAt: z.date(),
        status: z.enum(requestStatuses),
        files: z.int().min(0),
        bytes: z.number().min(0).describe('Of its files together'),
      }),
    ),
  }),
);

import { z } from 'zod';
import { entryId, prose } from '../catalogue/texts.ts';

const count = z.int().min(0).max(10_000);
const amount = count.nullable().default(null);
const instant = z.iso.datetime({ offset: true, error: 'must be a time such as "2026-12-01T09:00:00Z"' });
const byType = <T extends z.ZodType>(value: T) => z.record(entryId, value).default({});

export const openingModes = ['open', 'closed', 'scheduled'] as const;

/** Whether the form is open (S13). The state itself is computed from it for each request. */
export const openingSchema = z
  .strictObject({
    mode: z.enum(openingModes).default('open'),
    opensAt: instant.nullable().default(null),
    closesAt: instant.nullable().default(null),
    timeZone: z.string().max(100).refine(isTimeZone, 'must be a time zone such as "Europe/Berlin"').default('UTC'),
    message: prose,
    /** How many new requests may wait. */
    requestLimit: amount,
    slots: z.strictObject({ total: amount, byType: byType(count) }).prefault({}),
    weightByType: byType(z.int().min(1).max(10)),
    whenFull: z.enum(['close', 'waitlist']).default('close'),
    showSlotsLeft: z.boolean().default(false),
    /** The treatment of a request that comes while the form is closed. */
    late: z.enum(['inbox', 'waitlist', 'decline']).default('inbox'),
  })
  .refine(
    ({ opensAt, closesAt }) => opensAt === null || closesAt === null || Date.parse(opensAt) < Date.parse(closesAt),
    {
      path: ['closesAt'],
      error: 'must be later than `opensAt`',
    },
  )
  .refine(({ mode, opensAt, closesAt }) => mode !== 'scheduled' || opensAt !== null || closesAt !== null, {
    path: ['opensAt'],
    error: 'is missing: a scheduled form opens or closes at a time',
  });

export type Opening = z.output<typeof openingSchema>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

import { z } from 'zod';

export const openingStates = ['open', 'waitlist', 'closed'] as const;
export type OpeningState = (typeof openingStates)[number];

export const openingReasons = ['manual', 'schedule', 'requests', 'slots'] as const;
export type OpeningReason = (typeof openingReasons)[number];

const instant = z.iso.datetime({ precision: 3 }).nullable();

/** Whether the form is open now, as customers see it (S15). */
export const servedOpening = z.object({
  state: z.enum(openingStates).meta({ description: '`waitlist`: full, and requests go to the waiting list.' }),
  reason: z
    .enum([...openingReasons, 'maintenance'])
    .nullable()
    .meta({ description: 'Why the form is not open; null while it is. `maintenance`: the host works on the service.' }),
  opensAt: instant.meta({ description: 'When the form opens by its schedule, or null.' }),
  closesAt: instant.meta({ description: 'When the form closes by its schedule, or null.' }),
  message: z
    .record(z.string(), z.string())
    .nullable()
    .meta({ description: "The studio's message by language, with `en` as the fallback, or null." }),
  timeZone: z.string().meta({ description: "The studio's time zone, such as `Europe/Berlin`." }),
  notices: z
    .literal(true)
    .optional()
    .meta({ description: 'Present where customers can ask for a mail when the form opens.' }),
  types: z
    .array(
      z.object({
        id: z.string(),
        state: z.enum(openingStates),
        left: z.int().min(0).nullable().meta({
          description: 'How many more requests of the type there are slots for, or null when it is not told.',
        }),
      }),
    )
    .meta({ description: 'The types of the catalogue, in its order.' }),
});

export type ServedOpening = z.output<typeof servedOpening>;

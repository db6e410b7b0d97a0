import { z } from 'zod';

const row = z.object({
  type: z.string().nullable().meta({ description: 'The id of a type of the catalogue, or null.' }),
  month: z.string().meta({ description: 'When the request came: `YYYY-MM`, in UTC.' }),
  number: z.string().meta({ description: 'The first four characters of its number.' }),
  name: z.string().optional().meta({ description: 'The name that the customer has chosen for the queue, if any.' }),
});

/** The studio's work under way (S20). It does not identify customers. */
export const queueSchema = z.object({
  inProgress: z.array(row),
  next: z.array(row).meta({ description: 'Accepted, in the order in which they came.' }),
  waiting: z.int().min(0).meta({ description: 'How many requests are on the waiting list.' }),
  finished: z.array(row).meta({ description: 'Finished within 90 days, the latest first.' }),
});

export type QueueRow = z.output<typeof row>;
export type Queue = z.output<typeof queueSchema>;

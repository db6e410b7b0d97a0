import { z } from 'zod';

/** The public page of the work under way (S20). */
export const queueSchema = z.strictObject({
  isShown: z.boolean().default(false),
  /** Customers are asked for the name under which they appear. */
  asksName: z.boolean().default(false),
});

export type QueueSettings = z.output<typeof queueSchema>;

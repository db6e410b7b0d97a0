import { z } from 'zod';

/** The public page of what is being worked on (S20). */
export const queueSchema = z.strictObject({
  isShown: z.boolean().default(false),
  /** Customers are asked for the name under which they appear. */
  asksName: z.boolean().default(false),
});

export type QueueSettings = z.output<typeof queueSchema>;

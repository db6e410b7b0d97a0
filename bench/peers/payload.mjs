import { z } from 'zod';

const identifier = z.string().min(1).nullish();

/** The payload's rules as docs/api.md states them. */
export const payloadSchema = z.object({
  typeId: identifier,
  optionId: identifier,
  extraIds: z.array(z.string().min(1)).default([]),
  customerName: z.string().min(1).max(200),
  customerEmail: z.email().max(320),
  customerSocials: z.string().max(2000).nullish(),
  message: z.string().min(1).max(20_000),
  customCardId: identifier,
});

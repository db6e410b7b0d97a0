import { z } from 'zod';

/** `watch` only records the requests that `hold` would hold. */
export const guardModes = ['off', 'watch', 'hold'] as const;
type GuardMode = (typeof guardModes)[number];

/** How junk is kept out (S30). */
export const guardSchema = z.strictObject({
  mode: z.enum(guardModes).default('off'),
  /** Maximum requests in one minute that channels and mails announce. The others are in one summary. */
  toldPerMinute: z.int().min(1).max(10_000).default(60),
  /** Maximum MiB that requests of one network store in 24 hours before they are held. */
  networkMebibytes: z.int().min(1).max(1_000_000).default(2000),
});

export type Guard = z.output<typeof guardSchema>;

export function guardModeOf({ guard }: { readonly guard: Guard | null }): GuardMode {
  return guard?.mode ?? 'off';
}

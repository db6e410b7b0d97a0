import { z } from 'zod';

/** `watch` records what `hold` would hold, and changes nothing. */
export const guardModes = ['off', 'watch', 'hold'] as const;
export type GuardMode = (typeof guardModes)[number];

/** How junk is kept out (S30). */
export const guardSchema = z.strictObject({
  mode: z.enum(guardModes).default('off'),
  /** Requests in one minute that channels and mails tell of. The others are in one summary. */
  toldPerMinute: z.int().min(1).max(10_000).default(60),
  /** What requests of one network may store in 24 hours, in MiB, before they are held. */
  networkMebibytes: z.int().min(1).max(1_000_000).default(2000),
});

export type Guard = z.output<typeof guardSchema>;

export function guardModeOf({ guard }: { readonly guard: Guard | null }): GuardMode {
  return guard?.mode ?? 'off';
}

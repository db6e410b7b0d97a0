import { z } from 'zod';

/** The sealed texts. */
export const slackSecrets = z.object({ url: z.string() });

export type SlackSecrets = z.infer<typeof slackSecrets>;

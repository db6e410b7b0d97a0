/** Secrets that were not yet shown, by channel id. The page that shows a secret removes it. Held only in memory. */
export const newSecrets = new Map<string, string>();

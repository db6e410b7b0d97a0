/** Secrets that nobody has been shown yet, by channel: the page that shows one takes it out. In no storage of the browser. */
export const newSecrets = new Map<string, string>();

const zeroWidthSpace = '\u200b';

/**
 * Returns a stranger's text as a quote without mentions and links, in Slack and in the chats that take
 * its messages. These find mentions and links by other rules than Slack, so Slack's own escaping is not enough.
 */
export function quoted(text: string): string {
  const harmless = text
    // `@everyone`, `<!channel>`, `<https://…|text>`, `[text](…)`, `https://…`, `www.…`.
    .replace(/[@<]|\](?=\()|:(?=\/\/)|www(?=\.)/gi, (found) => found + zeroWidthSpace);
  // Every line begins with the mark, so that no line looks like one of the service.
  return escaped(harmless)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n');
}

/** Escapes the three characters that Slack reserves. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

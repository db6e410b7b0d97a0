/** Returns the text that was typed after the sent text. Returns the whole text when it no longer begins with the sent text. */
export function unsentText(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}

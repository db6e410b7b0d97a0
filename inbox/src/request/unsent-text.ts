/** Returns what was typed behind the sent text. Returns all of a text that does not begin with it any more. */
export function unsentText(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}

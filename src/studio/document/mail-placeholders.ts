/** The placeholders of the studio's own mails. The customer's name is none: anybody can enter another person's address. */
export const mailPlaceholders = ['studio', 'type', 'number', 'received', 'due', 'link'] as const;

const known: readonly string[] = mailPlaceholders;

/** Returns the placeholders of a text that mails do not have, each once and in braces. */
export function unknownPlaceholders(text: string): readonly string[] {
  const found = [...text.matchAll(/\{([^{}\r\n]*)\}/g)].filter(([, name = '']) => !known.includes(name));
  return [...new Set(found.map(([placeholder]) => placeholder))];
}

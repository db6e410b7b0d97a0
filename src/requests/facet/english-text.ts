/** Returns the English words of the studio, else those of another language. Undefined when it has none. */
export function englishText(texts: Readonly<Record<string, string>> | null): string | undefined {
  return texts?.en ?? Object.values(texts ?? {})[0];
}

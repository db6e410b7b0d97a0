/** Creates a set that forgets each text `keptMs` milliseconds after it was added. */
export function createRecentSet(keptMs: number) {
  const texts = new Set<string>();
  return {
    has: (text: string): boolean => texts.has(text),
    add(text: string): void {
      if (texts.has(text)) return;
      texts.add(text);
      setTimeout(() => void texts.delete(text), keptMs).unref();
    },
  };
}

/** Texts that are forgotten a while after they were added. */
export interface RecentSet {
  has(text: string): boolean;
  add(text: string): void;
}

export function createRecentSet(keptMs: number): RecentSet {
  const texts = new Set<string>();
  return {
    has: (text) => texts.has(text),
    add(text) {
      if (texts.has(text)) return;
      texts.add(text);
      setTimeout(() => void texts.delete(text), keptMs).unref();
    },
  };
}

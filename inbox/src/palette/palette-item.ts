import type { IconNode } from 'lucide';

/** The groups of the palette, in their order. */
export const paletteGroups = ['commands', 'views', 'pages', 'requests'] as const;

/** A command of the palette, or a page that it opens. */
export interface PaletteItem {
  readonly id: string;
  readonly group: (typeof paletteGroups)[number];
  readonly icon: IconNode;
  readonly label: string;
  /** The text that distinguishes it from others of the same name. */
  readonly detail?: string;
  /** The beginning of a text in any direction. */
  readonly excerpt?: string;
  /** Other words by which people look for it. They are not shown. */
  readonly words?: string;
  /** The keys that do the same. */
  readonly keys?: readonly string[];
  run(): void;
}

/**
 * Returns the items in which every word of the text begins a word, at any position. Those that have it in their names are
 * before those that are known by other words.
 */
export function matching(items: readonly PaletteItem[], typed: string, language: string): readonly PaletteItem[] {
  const sought = folded(typed, language).split(' ').filter(Boolean);
  const has = (text: string) => {
    const name = ` ${folded(text, language)}`;
    return sought.every((word) => name.includes(withoutSpaces.test(word) ? word : ` ${word}`));
  };
  const named = items.filter(({ label, detail = '' }) => has(`${label} ${detail}`));
  const known = items.filter(({ label, detail = '', words = '' }) => has(`${label} ${detail} ${words}`));
  return [...new Set([...named, ...known])];
}

/** Scripts that put no space between words. */
const withoutSpaces = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** Returns the text in small letters, without accents, and with single spaces between words. */
const folded = (text: string, language: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLocaleLowerCase(language)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ');

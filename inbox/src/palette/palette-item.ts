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
  /** The keys that do the same. */
  readonly keys?: readonly string[];
  run(): void;
}

/** Returns the items in which every word of the text begins a word, at any position. */
export function matching(items: readonly PaletteItem[], typed: string, language: string): readonly PaletteItem[] {
  const words = folded(typed, language).split(' ').filter(Boolean);
  return items.filter(({ label, detail = '' }) => {
    const name = ` ${folded(`${label} ${detail}`, language)}`;
    return words.every((word) => name.includes(withoutSpaces.test(word) ? word : ` ${word}`));
  });
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

import { latinKeyOf } from './key-table.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The key of the command palette. It works in fields too, so it is not among the keys of one character. */
export const paletteKey = {
  name: isMac ? '⌘K' : 'Ctrl K',
  /** As `aria-keyshortcuts`. */
  shortcut: isMac ? 'Meta+K' : 'Control+K',
  isPressed(event: KeyboardEvent): boolean {
    const { ctrlKey, metaKey, altKey, shiftKey } = event;
    if (altKey || shiftKey || latinKeyOf(event).toLowerCase() !== 'k') return false;
    return isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  },
} as const;

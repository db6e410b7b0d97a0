const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The key of the command palette. It works in fields too, so it is not among the keys of one character. */
export const paletteKey = {
  name: isMac ? '⌘K' : 'Ctrl K',
  /** As `aria-keyshortcuts`. */
  shortcut: isMac ? 'Meta+K' : 'Control+K',
  isPressed: ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
    key.toLowerCase() === 'k' && !altKey && !shiftKey && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey),
} as const;

import { readStoredText } from '../../../page-kit/stored-text.ts';

/** `system`: light or dark as the device is. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Under this key the browser keeps the choice. */
export const themeKey = 'inbox-theme';

export function readTheme(): Theme {
  const stored = readStoredText(themeKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** `system`: light or dark as the device is. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The name under which this browser keeps the choice. */
export const themeName = 'inbox-theme';
export const usualTheme: Theme = 'system';

export const parseTheme = (value: unknown): Theme | null => themes.find((theme) => theme === value) ?? null;

/** Shows the page in this theme, and gives the browser's own bars its colour. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = colour.dataset.of;
    colour.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all';
  }
}

import { readTheme, themeKey } from './theme.ts';

// A separate script, which runs before the first paint. As a part of the page's module it would run after a flash of the
// other colours.
show();
window.addEventListener('storage', ({ key }) => key === themeKey && show());

/** Shows the page in the chosen theme, and gives the browser's own bars its colour. */
function show(): void {
  const theme = readTheme();
  document.documentElement.dataset.theme = theme;
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = colour.dataset.of;
    colour.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all';
  }
}

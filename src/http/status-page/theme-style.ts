import { createHash } from 'node:crypto';
import type { Catalogue } from '../../studio/catalogue/catalogue.ts';
import { contrastOf } from '../../studio/document/contrast.ts';
import { pairStyle, withPairs } from './colour-pairs.ts';

const fonts: Readonly<Record<string, string>> = {
  system: 'system-ui, sans-serif',
  serif: 'ui-serif, Georgia, Cambria, "Times New Roman", serif',
  rounded: 'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Nunito, system-ui, sans-serif',
  monospace: 'ui-monospace, Menlo, Consolas, monospace',
};

const colourSchemes: Readonly<Record<string, string>> = { both: 'light dark', light: 'light', dark: 'dark' };

interface ThemeStyle {
  /** The style sheet, which follows the page's own, or empty. */
  readonly css: string;
  /** The source that allows it in a policy (Content Security Policy Level 3, section 2.3.1). */
  readonly source: string;
}

/** A catalogue is made once for each revision. */
const known = new WeakMap<Catalogue, ThemeStyle>();

/** Returns the style sheet of the studio's theme. Its values were checked (S12). */
export function themeStyleOf(catalogue: Catalogue): ThemeStyle {
  const found = known.get(catalogue);
  if (found !== undefined) return found;
  const css = themeCss(catalogue);
  const style = { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
  known.set(catalogue, style);
  return style;
}

function themeCss({ theme }: Catalogue): string {
  if (theme === undefined) return '';
  const light = colourOf(theme.accent.light) ?? '#2b5c77';
  const dark = colourOf(theme.accent.dark) ?? '#8fc3e0';
  const colours = `--accent: light-dark(${light}, ${dark}); --on-accent: light-dark(${textOn(light)}, ${textOn(dark)});`;
  const scheme = pairStyle(colourSchemes[theme.scheme] ?? 'light dark');
  const family = `font-family: ${fonts[theme.typeface] ?? fonts.system};`;
  // Paper is light, whatever the theme of the screen is.
  return withPairs(`${scheme} :root { ${colours} ${family} } @media print { ${pairStyle('light')} }`);
}

function colourOf(colour: string | null): string | null {
  return colour !== null && /^#[0-9a-f]{6}$/i.test(colour) ? colour : null;
}

function textOn(colour: string): string {
  return contrastOf('#ffffff', colour) >= contrastOf('#10202b', colour) ? '#ffffff' : '#10202b';
}

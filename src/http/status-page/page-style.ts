import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../studio/catalogue/catalogue.ts';
import { lookOf, type Shade } from '../../studio/document/look.ts';

/** A style sheet that is written into a page, so that one request loads the page. */
export interface PageStyle {
  readonly css: string;
  /** The source that allows it in a policy (Content Security Policy Level 3, section 2.3.1). */
  readonly source: string;
}

/** @param pageDirectory Of the built page. Its build writes the style sheets, from those in `page/src/styles/`. */
export function readPageStyle(pageDirectory: string, name: 'status-page.css' | 'queue-page.css'): PageStyle {
  return styleOf(readFileSync(join(pageDirectory, name), 'utf8'));
}

/** A catalogue is made once for each revision. */
const known = new WeakMap<Catalogue, PageStyle | null>();

/** Returns the style sheet of the studio's theme, or null without one. Light or dark is an attribute of the page. */
export function themeStyleOf(catalogue: Catalogue): PageStyle | null {
  const found = known.get(catalogue);
  if (found !== undefined) return found;
  const css = themeCss(catalogue);
  const style = css === '' ? null : styleOf(css);
  known.set(catalogue, style);
  return style;
}

/** Returns the theme that the studio has set for every reader, or undefined where the reader's system decides. */
export function fixedShadeOf({ theme }: Catalogue): Shade | undefined {
  return theme?.scheme === 'light' || theme?.scheme === 'dark' ? theme.scheme : undefined;
}

function themeCss(catalogue: Catalogue): string {
  if (catalogue.theme === undefined) return '';
  const { colours, family } = lookOf(catalogue.theme);
  const ofFamily = family === null ? '' : `:root{font-family:${family}}`;
  if (colours === null) return ofFamily;
  const ruleOf = ({ accent, text }: (typeof colours)[Shade]) => `:root{--accent:${accent};--on-accent:${text}}`;
  const fixed = fixedShadeOf(catalogue);
  // Paper is light, whatever the theme of the screen is.
  const whenDark = fixed === 'dark' ? 'screen' : 'screen and (prefers-color-scheme:dark)';
  const dark = fixed === 'light' ? '' : `@media ${whenDark}{${ruleOf(colours.dark)}}`;
  return ofFamily + ruleOf(colours.light) + dark;
}

function styleOf(css: string): PageStyle {
  return { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
}

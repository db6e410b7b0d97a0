import type { CatalogueTheme } from '../../client/src/shapes.ts';
import { lookOf } from '../../src/studio/document/look.ts';

/**
 * Returns the form's style for a studio's theme (S12). The embedding page's own `--accent` wins over it. Light or dark is
 * decided by the page: on another ground the form could not be read.
 */
export function styleOfTheme(theme: CatalogueTheme): string {
  const { colours, family } = lookOf(theme);
  const pair = (name: 'accent' | 'text') => `light-dark(${colours?.light[name]},${colours?.dark[name]})`;
  const ofColours = colours && `:host{--accent:${pair('accent')};--on-accent:${pair('text')};}`;
  return (ofColours ?? '') + (family === null ? '' : `.form{font-family:${family};}`);
}

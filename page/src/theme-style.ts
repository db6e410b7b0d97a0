import type { CatalogueTheme } from '../../client/src/shapes.ts';
import { luminance, type Rgb } from './page-colours.ts';

/** The page's own colours, as in `page-kit/styles/tokens.css`. */
const usual = { light: '#2b5c77', dark: '#8fc3e0' } as const;

/** Below this luminance white has more contrast on a colour than black has. */
const middleLuminance = 0.179;

const typefaces: Readonly<Record<string, string>> = {
  serif: '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif',
  rounded: 'ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", Nunito, Quicksand, system-ui, sans-serif',
  monospace: 'ui-monospace, "Cascadia Code", Menlo, Consolas, monospace',
};

/**
 * Returns the form's style for a studio's theme (S12). The embedding page's own `--accent` wins over it. Light or dark is
 * decided by the page: on another ground the form could not be read.
 */
export function styleOfTheme({ accent, typeface }: CatalogueTheme): string {
  const light = colourOf(accent.light) ?? usual.light;
  const dark = colourOf(accent.dark) ?? usual.dark;
  const isOwn = light !== usual.light || dark !== usual.dark;
  const colours = isOwn
    ? `:host{--accent:light-dark(${light},${dark});--on-accent:light-dark(${textOn(light)},${textOn(dark)});}`
    : '';
  const family = Object.hasOwn(typefaces, typeface) ? `.form{font-family:${typefaces[typeface]};}` : '';
  return colours + family;
}

function colourOf(text: string | null): string | null {
  return text !== null && /^#[0-9a-f]{6}$/i.test(text) ? text : null;
}

function textOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return luminance([red, green, blue] satisfies Rgb) < middleLuminance ? '#ffffff' : '#000000';
}

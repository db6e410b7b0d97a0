/** The two ways in which a page is shown. */
export type Shade = 'light' | 'dark';

/** The background of text and controls, the default accent, and the text on that accent. */
export const surfaces: Readonly<Record<Shade, string>> = { light: '#ffffff', dark: '#1e2125' };
export const usualAccents: Readonly<Record<Shade, string>> = { light: '#2b5c77', dark: '#8fc3e0' };
export const usualTextOnAccent: Readonly<Record<Shade, string>> = { light: '#ffffff', dark: '#10202b' };

/** Of text (WCAG 2.2, 1.4.3). It includes the 3:1 of controls (1.4.11). */
export const leastContrast = 4.5;

const families = {
  system: null,
  serif: '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif',
  rounded: 'ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", Nunito, Quicksand, system-ui, sans-serif',
  monospace: 'ui-monospace, "Cascadia Code", Menlo, Consolas, monospace',
} as const;

export const typefaces = Object.keys(families) as readonly (keyof typeof families)[];

/** A theme as a catalogue has it. */
interface GivenTheme {
  readonly accent: Readonly<Record<Shade, string | null>>;
  readonly typeface: string;
}

/** The colours and the type face that a theme gives a page. Null where they are as usual. */
interface Look {
  readonly colours: Readonly<Record<Shade, { readonly accent: string; readonly text: string }>> | null;
  readonly family: string | null;
}

/** Returns the look of a theme (S12). Values that were never checked have no effect. */
export function lookOf({ accent, typeface }: GivenTheme): Look {
  const own = { light: colourOf(accent.light), dark: colourOf(accent.dark) };
  const colours = (shade: Shade) => {
    const colour = own[shade] ?? usualAccents[shade];
    return { accent: colour, text: textOn(colour) };
  };
  return {
    colours: (own.light ?? own.dark) ? { light: colours('light'), dark: colours('dark') } : null,
    family: Object.hasOwn(families, typeface) ? families[typeface as keyof typeof families] : null,
  };
}

/** Returns the contrast of a colour to the surface, rounded down. */
export function contrastOn(shade: Shade, colour: string): number {
  return Math.floor(contrastOf(colour, surfaces[shade]) * 10) / 10;
}

function colourOf(text: string | null): string | null {
  return text !== null && /^#[0-9a-f]{6}$/i.test(text) ? text : null;
}

function textOn(colour: string): string {
  const { light, dark } = usualTextOnAccent;
  return contrastOf(light, colour) >= contrastOf(dark, colour) ? light : dark;
}

/** Returns the contrast ratio of two colours such as `#2b5c77` (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminanceOf(one), luminanceOf(other)] as const;
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** Returns the relative luminance of a colour (WCAG 2.2). */
export function luminanceOf(colour: string): number {
  const channel = (at: number) => linear(Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

import { contrastOf, luminanceOf } from '../../src/studio/document/look.ts';

/** Red, green and blue from 0 to 255. */
type Rgb = readonly [number, number, number];

/** From this luminance down a ground is dark: light text has more contrast on it than dark text. */
const darkLuminance = 0.18;
/** Contrast that the page's own colour of text needs on every ground of the form. */
const leastContrast = 7;
const white: Rgb = [255, 255, 255];
const usual = { text: ['#202428', '#e7e9eb'], muted: ['#596068', '#aab2bb'] } as const;

/**
 * Returns style for the element on a page that has a background: it is light or dark as the background, and has the
 * page's colour of text where that can be read. Styles of the page for the element itself win over it.
 */
export function styleOn(ground: Rgb, text: Rgb): string {
  const isDark = luminanceOf(hex(ground)) < darkLuminance;
  const surface = isDark ? mix(ground, white, 0.96) : white;
  // The other theme keeps its own colour, for a page that chooses it.
  const themed = (name: keyof typeof usual, own: string) =>
    `--${name}:light-dark(${isDark ? `${usual[name][0]},${own}` : `${own},${usual[name][1]}`});`;
  const isReadable = [ground, surface].every((one) => contrastOf(hex(text), hex(one)) >= leastContrast);
  const ofText = isReadable ? themed('text', hex(text)) + themed('muted', hex(mix(text, ground, 0.75))) : '';
  const ofGround = isDark ? `--surface:light-dark(#fff,${hex(surface)});--field:light-dark(#fff,${hex(ground)});` : '';
  return `:host{color-scheme:${isDark ? 'dark' : 'light'};${ofText}${ofGround}}`;
}

/** Returns style for the element on the page around it, or an empty text without a plain background. */
export function surroundingStyle(element: Element): string {
  const ground = groundBehind(element);
  const text = rgbOf(getComputedStyle(element.parentElement ?? element).color);
  return ground && text ? styleOn(ground, text) : '';
}

function groundBehind(element: Element): Rgb | null {
  for (let one: Element | null = element.parentElement; one; one = one.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(one);
    const colour = rgbOf(backgroundColor);
    if (colour) return colour;
    if (backgroundImage !== 'none') return null;
  }
  return null;
}

/** Returns null for a colour that lets others through. */
function rgbOf(colour: string): Rgb | null {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return null;
  // The browser knows every way in which colours are written.
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return alpha === 255 ? [red, green, blue] : null;
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(one[index] * share + other[index] * (1 - share));
  return [at(0), at(1), at(2)];
}

function hex(colour: Rgb): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

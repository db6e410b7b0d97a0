import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../page-kit/styles');
const sheets = ['tokens.css', 'statuses.css'].map((name) => readFileSync(join(folder, name), 'utf8'));
const tokens = new Map(
  [...sheets.join('\n').matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
);

type Rgb = readonly [number, number, number];
type Theme = 'light' | 'dark';

const surfaces = ['surface', 'surface-raised', 'surface-sunken'];
const statuses = [...tokens.keys()].filter((name) => name.startsWith('status-') && !name.endsWith('-soft'));
const tones = ['accent', 'good', 'warn', 'bad', ...statuses];
const themes: readonly Theme[] = ['light', 'dark'];

/** The least that WCAG 2.2 AA asks for of text, and of the edges of controls. */
const leastOfText = 4.5;
const leastOfEdges = 3;

describe('the palette', () => {
  it('has a tone and a soft ground for each of the eight statuses', () => {
    expect(statuses).toHaveLength(8);
    for (const tone of tones) expect([...tokens.keys()]).toContain(`${tone}-soft`);
  });

  it.each(themes)('makes text readable on every ground, in the %s theme', (theme) => {
    const grounds = [...surfaces, ...tones.map((tone) => `${tone}-soft`)];
    const pairs = ['text', 'text-soft'].flatMap((text) => grounds.map((ground) => [text, ground] as const));
    expect(pairsBelow(leastOfText, pairs, theme)).toEqual([]);
  });

  it.each(themes)('makes every tone readable on every surface and on its own soft ground, in the %s theme', (theme) => {
    const pairs = tones.flatMap((tone) => [...surfaces, `${tone}-soft`].map((ground) => [tone, ground] as const));
    expect(pairsBelow(leastOfText, [...pairs, ['on-accent', 'accent']], theme)).toEqual([]);
  });

  it.each(themes)('makes the edges of controls visible, in the %s theme', (theme) => {
    const pairs = surfaces.map((ground) => ['line-strong', ground] as const);
    expect(pairsBelow(leastOfEdges, pairs, theme)).toEqual([]);
  });
});

function pairsBelow(least: number, pairs: readonly (readonly [string, string])[], theme: Theme): readonly string[] {
  return pairs
    .map(([one, other]) => ({ one, other, ratio: contrast(colourOf(one, theme), colourOf(other, theme)) }))
    .filter(({ ratio }) => ratio < least)
    .map(({ one, other, ratio }) => `${one} on ${other}: ${ratio.toFixed(2)}`);
}

function colourOf(name: string, theme: Theme): Rgb {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`There is no --${name}.`);
  return parse(value, theme);
}

/** Reads the few ways in which the tokens are written. */
function parse(value: string, theme: Theme): Rgb {
  const [, light = '', dark = ''] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value) ?? [];
  if (light) return hex(theme === 'light' ? light : dark);
  const [, one = '', percent, other = ''] =
    /^color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)\)$/.exec(value) ?? [];
  if (!one) throw new Error(`"${value}" is written in another way.`);
  return mix(colourOf(one, theme), colourOf(other, theme), Number(percent) / 100);
}

function hex(text: string): Rgb {
  const at = (start: number) => Number.parseInt(text.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => one[index] * share + other[index] * (1 - share);
  return [at(0), at(1), at(2)];
}

/** As WCAG 2.2 defines it. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((first, second) => first - second);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

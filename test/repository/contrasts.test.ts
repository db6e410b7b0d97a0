import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  contrastOf,
  leastContrast,
  type Shade,
  surfaces,
  usualAccents,
  usualTextOnAccent,
} from '../../src/studio/document/look.ts';

const folder = join(import.meta.dirname, '../../page-kit/styles');
const sheets = ['tokens.css', 'statuses.css'].map((name) => readFileSync(join(folder, name), 'utf8'));
const tokens = new Map(
  [...sheets.join('\n').matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
);

const plain = ['surface', 'surface-raised', 'surface-sunken'];
const statuses = [...tokens.keys()].filter((name) => name.startsWith('status-') && !name.endsWith('-soft'));
const tones = ['accent', 'good', 'warn', 'bad', ...statuses];
const themes: readonly Shade[] = ['light', 'dark'];

/** The least that WCAG 2.2 AA asks for of the edges of controls. */
const leastOfEdges = 3;

describe('the palette', () => {
  it.each(themes)('has the colours that a theme changes, in the %s theme', (theme) => {
    const names = { surface: surfaces, accent: usualAccents, 'on-accent': usualTextOnAccent };
    for (const [name, colours] of Object.entries(names))
      expect([name, colourOf(name, theme)]).toEqual([name, colours[theme]]);
  });

  it('has a tone and a soft ground for each of the eight statuses', () => {
    expect(statuses).toHaveLength(8);
    for (const tone of tones) expect([...tokens.keys()]).toContain(`${tone}-soft`);
  });

  it.each(themes)('makes text readable on every ground, in the %s theme', (theme) => {
    const grounds = [...plain, ...tones.map((tone) => `${tone}-soft`)];
    const pairs = ['text', 'text-soft'].flatMap((text) => grounds.map((ground) => [text, ground] as const));
    expect(pairsBelow(leastContrast, pairs, theme)).toEqual([]);
  });

  it.each(themes)('makes every tone readable on every surface and on its own soft ground, in the %s theme', (theme) => {
    const pairs = tones.flatMap((tone) => [...plain, `${tone}-soft`].map((ground) => [tone, ground] as const));
    expect(pairsBelow(leastContrast, [...pairs, ['on-accent', 'accent']], theme)).toEqual([]);
  });

  it.each(themes)('makes the edges of controls visible, in the %s theme', (theme) => {
    const pairs = plain.map((ground) => ['line-strong', ground] as const);
    expect(pairsBelow(leastOfEdges, pairs, theme)).toEqual([]);
  });
});

function pairsBelow(least: number, pairs: readonly (readonly [string, string])[], theme: Shade): readonly string[] {
  return pairs
    .map(([one, other]) => ({ one, other, ratio: contrastOf(colourOf(one, theme), colourOf(other, theme)) }))
    .filter(({ ratio }) => ratio < least)
    .map(({ one, other, ratio }) => `${one} on ${other}: ${ratio.toFixed(2)}`);
}

function colourOf(name: string, theme: Shade): string {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`There is no --${name}.`);
  return parse(value, theme);
}

/** Reads the few ways in which the tokens are written. */
function parse(value: string, theme: Shade): string {
  const [, light = '', dark = ''] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value) ?? [];
  if (light) return theme === 'light' ? light : dark;
  const [, one = '', percent, other = ''] =
    /^color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)\)$/.exec(value) ?? [];
  if (!one) throw new Error(`"${value}" is written in another way.`);
  return mix(colourOf(one, theme), colourOf(other, theme), Number(percent) / 100);
}

function mix(one: string, other: string, share: number): string {
  const at = (colour: string, start: number) => Number.parseInt(colour.slice(start, start + 2), 16);
  const parts = [1, 3, 5].map((start) => Math.round(at(one, start) * share + at(other, start) * (1 - share)));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

import { describe, expect, it } from 'vitest';
import { printable, printableLine } from '../../platform/log/printable.ts';
import { table } from './print.ts';

describe('a text on the terminal', () => {
  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष'],
    ['an emoji of several', '👩\u200d🎨'],
  ])('prints %s as it was written', (_, text) => {
    expect(printable(text)).toBe(text);
    expect(table(['name'], [[text]])).toBe(`name\n${text}\n`);
  });

  it.each([
    ['a colour', '\u001b[31m', '\ufffd[31m'],
    ['a direction', 'a\u202eb\u2066c\u200fd', 'a\ufffdb\ufffdc\ufffdd'],
    ['a space without width', 'a\u200bb\ufeffc', 'a\ufffdb\ufffdc'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
    ['a control character of Latin 1', 'a\u009bb', 'a\ufffdb'],
  ])('replaces %s', (_, text, printed) => {
    expect(printable(text)).toBe(printed);
    expect(table(['name'], [[text]])).toBe(`name\n${printed}\n`);
  });

  it('keeps the ends of lines, but not within a line', () => {
    expect(printable('a\nb\r\nc\rd')).toBe('a\nb\nc\nd');
    expect(printableLine('a\nb\tc')).toBe('a\ufffdb\ufffdc');
  });
});

import { describe, expect, it } from 'vitest';
import { quoted } from './slack-text.ts';

describe("a stranger's text in a chat", () => {
  it.each([
    ['@everyone', /@everyone/],
    ['<!channel>', /<|&lt;!/],
    ['<@U123>', /<|&lt;@|@U/],
    ['<https://evil.example|your bank>', /<|https:\/\//],
    ['[your bank](https://evil.example)', /\]\(|:\/\//],
    ['![x](HTTPS://evil.example/pixel.png)', /\]\(|:\/\//],
    ['WWW.evil.example', /www\./i],
  ])('does not mention or link by %s', (typed, live) => {
    expect(quoted(typed)).not.toMatch(live);
    expect(quoted(typed).replaceAll('\u200b', '')).toBe(`> ${typed.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}`);
  });

  it('is escaped as Slack asks', () => {
    expect(quoted('a & b &amp; c')).toBe('> a &amp; b &amp;amp; c');
  });

  it('is a quote in every line, after any kind of line break', () => {
    expect(quoted('one\ntwo\r\nthree\u2028four')).toBe('> one\n> two\n> three\n> four');
  });
});

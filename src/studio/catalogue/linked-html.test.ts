import { describe, expect, it } from 'vitest';
import { growthOfWork, superlinear } from '../../../test/support/growth.ts';
import { linkedHtml } from './linked-html.ts';

/** The links of the HTML, each with its address and its shown text. */
const linksOf = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)" rel="noopener noreferrer nofollow"><bdi dir="ltr">([^<]*)<\/bdi><\/a>/g)].map(
    ([, href, shown]) => [href, shown],
  );
const same = (address: string) => [address, address];

describe('the links of a text', () => {
  it.each([
    ['Payment: https://pay.example.org/340', ['https://pay.example.org/340']],
    [
      'http://example.org:8080/a?b=1#c and https://example.org/d',
      ['http://example.org:8080/a?b=1#c', 'https://example.org/d'],
    ],
    ['Look (https://example.org/a_(b)), please.', ['https://example.org/a_(b)']],
    ['(see https://example.org/a).', ['https://example.org/a']],
    [
      'Seen https://example.org/a? “https://example.org/b”… https://example.org/c!',
      ['https://example.org/a', 'https://example.org/b', 'https://example.org/c'],
    ],
    ['<https://example.org/a>', ['https://example.org/a']],
    ['Link:https://example.org/a', ['https://example.org/a']],
    [
      'こちら（https://example.org/a）。次はhttps://example.org/b。',
      ['https://example.org/a', 'https://example.org/b'],
    ],
    ['https://medium.example/@mara/1', ['https://medium.example/@mara/1']],
  ])('lead to the addresses in %j, without the marks of the sentence', (text, addresses) => {
    expect(linksOf(linkedHtml(text))).toEqual(addresses.map(same));
  });

  it.each([
    ['Write to mara@example.org.', [['mailto:mara@example.org', 'mara@example.org']]],
    [
      'mailto:mara.l+art@example.co.uk?bcc=all@evil.example',
      [['mailto:mara.l+art@example.co.uk', 'mara.l+art@example.co.uk']],
    ],
    ['a%b@example.org', [['mailto:a%25b@example.org', 'a%b@example.org']]],
  ])('lead to the mailboxes in %j', (text, links) => {
    expect(linksOf(linkedHtml(text)).slice(0, 1)).toEqual(links);
  });

  it.each([
    ['https://аpple.com/login', 'xn--pple-43d.com'],
    ['https://müller.example/', 'xn--mller-kva.example'],
    ['http://2130706433/', '127.0.0.1'],
    ['https://bank.example%2eevil.example/', 'bank.example.evil.example'],
    ['https://ｅｖｉｌ.example/', 'evil.example'],
  ])('show the host that a browser opens for %j', (text, host) => {
    expect(linksOf(linkedHtml(text))).toEqual([[new URL(text).href, `${text} (${host})`]]);
  });

  it('show the host as it is written when it is in capitals', () => {
    expect(linksOf(linkedHtml('HTTPS://Example.ORG/A'))).toEqual([['https://example.org/A', 'HTTPS://Example.ORG/A']]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd and ftp://example.org/',
    'https://bank.example@evil.example/',
    'https://bank.example:443@evil.example/',
    'https://user:secret@evil.example/',
    'https://@evil.example/',
    'https://bank.example:x@evil.example',
    'https://',
    'https://%00/',
    'http:example.org',
    '//example.org',
    'www.example.org',
    'xhttps://example.org',
    `https://example.org/${'a'.repeat(3000)}`,
    'jürgen@example.org',
    'mara@example.orgü',
    'mara@localhost',
    'mara@@example.org',
  ])('are none in %.60j', (text) => {
    expect(linkedHtml(text)).not.toContain('<a');
  });

  it('end before a directional character, and are isolated from those before', () => {
    const html = linkedHtml('\u202ehttps://example.org/\u202egnp.exe');
    expect(linksOf(html)).toEqual([same('https://example.org/')]);
    expect(html.startsWith('\u202e<a ')).toBe(true);
    expect(html.endsWith('</a>\u202egnp.exe')).toBe(true);
  });

  it('cannot be left by quotes or tags', () => {
    expect(linkedHtml('https://example.org/"onclick="alert(1)')).toBe(
      '<a href="https://example.org/" rel="noopener noreferrer nofollow"><bdi dir="ltr">https://example.org/</bdi></a>&#34;onclick=&#34;alert(1)',
    );
    expect(linkedHtml("https://example.org/'><script>&amp;")).toMatch(/<\/a>&#39;?&#62;&#60;script&#62;&#38;amp;$/);
    expect(linkedHtml('https://example.org/?a=1&b=2')).toContain('href="https://example.org/?a=1&#38;b=2"');
  });

  it('are found in linear time', () => {
    for (const unit of ['a', 'a.', 'a@', 'https://', ')', 'a@b.', '@a-', '(https://a.b/('])
      expect(
        growthOfWork((length) => linkedHtml(unit.repeat(length)), 2500),
        unit,
      ).toBeLessThan(superlinear);
    const closing = (length: number) => linkedHtml(`https://example.org/${')'.repeat(length)}`);
    expect(growthOfWork(closing, 1250)).toBeLessThan(superlinear);
  });
});

import { describe, expect, it } from 'vitest';
import { comparedWords, linksIn } from './compared-texts.ts';

const offer = 'Cheap followers for every shop, ask us today';

describe('the words that are compared', () => {
  it.each([
    ['case, spaces and marks', 'CHEAP  followers — for every shop: ask\nus today!'],
    ['spaces within words', 'C h e a p followers for every shop, ask us today'],
    ['characters without a shape', 'Ch\u200beap fol\u00adlowers for ev\u2060ery shop, ask us to\ufeffday'],
    ['Cyrillic and Greek letters', 'Сhеар fοllоwеrs for еvеry shοр, аsk us todаy'],
    ['letters of other widths and styles', 'Ｃｈｅａｐ 𝐟𝐨𝐥𝐥𝐨𝐰𝐞𝐫𝐬 for every shop, ask us today'],
    ['accents and other marks', 'Chéap fo\u0336llowers for e\u20ddvery shop, ask us tod\u0330ay'],
    ['a number at the end', `${offer} 48213`],
    ['a number that is a part of the last word', `${offer}48213`],
    ['numbers with signs', `${offer} (#4.821-3) ٤٨`],
    ['a number at the beginning', `4821. ${offer}`],
  ])('are the same in spite of %s', (_, text) => {
    expect(comparedWords(text)).toBe(comparedWords(offer));
  });

  it('are others when another number is within them', () => {
    expect(comparedWords('A portrait of my two grey cats, 30 × 40 cm, on paper')).not.toBe(
      comparedWords('A portrait of my two grey cats, 20 × 20 cm, on paper'),
    );
  });

  it('are none in a brief text, whatever number is behind it', () => {
    expect(comparedWords('A portrait of my cat')).toBeNull();
    expect(comparedWords(`A portrait of my cat ${'4711 '.repeat(20)}`)).toBeNull();
  });
});

describe('the count of links', () => {
  it.each<[string, number]>([
    ['https://example.org/1 http://example.org/2', 2],
    ['https://web.archive.example/web/2024/https://example.org/cat/1', 1],
    ['https://share.example/?url=https%3A%2F%2Fexample.org&u=www.example.org', 1],
    ['https://www.example.org', 1],
    ['https://a.example,https://b.example;https://c.example\nhttps://d.example', 4],
    ['リンクはhttps://a.example、https://b.example。', 2],
    ['www.a.example example.com, (shop.example.co.uk) at:example.de.', 4],
    ['junk.example/buy youtube.com/@zoe EXAMPLE.COM пример.рф', 4],
    ['http\u200bs://exa\u00admple.org ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｏｒｇ e\u200bxample.c\u2060om', 3],
    ['ftp://example.org hxxps://example.org', 2],
    ...[...'•·…*+~—–→🎨\\!-_&%.'].map((sign): [string, number] => [`https://a.example${sign}https://b.example`, 2]),
    ['https://a.example/1https://b.example/2 ftp://a.example•ftp://b.example www.a.example*www.b.example', 6],
    ['a.com•b.com·c.com…d.com*e.com+f.com~g.com—h.com–i.com→j.com', 10],
    ['https://example.org/?q=a+b.com https://web.archive.example/web/*/https://example.org', 2],
    ['junk.example?to=@zoe junk.example/30.cm 4711.com shop.co.in', 4],
  ])('has each once: %j', (text, count) => {
    expect(linksIn(text)).toBe(count);
  });

  it.each([
    'zoe@example.org mailto:zoe@example.org z.oe+art@mail.example.com @zoe.art',
    'Two cats.It is for my mum.So please, e.g. in oil, 3.5 kg, 30.000 and v1.2',
    'front.png, back.jpg; sketch.ai notes.psd and/or w/o 12:30 a=b',
    'https:// :// www. www',
    'Who I am.so I like it in.it and is.as you see.ok? Not on.top.of it, and no fan.art, but my own.do you?',
    '30.cm, 12.5.pt, 20.mm/30.mm, 3.50/hour, 30.000/40.000, 500.kr and ref.md',
    'zoe.de+art@example.com zoe@example.org*max@example.org',
  ])('has none of %j', (text) => {
    expect(linksIn(text)).toBe(0);
  });

  it.each(['a', 'a.', '1 ', '1', ':', '://', 'a:', '-.', 'www.', 'a\u0301', '\u200b', '/', 'a-', '\u{1d41a}.', 'a*'])(
    'takes time linear in a text of %j alone, as its words do',
    (part) => {
      const text = part.repeat(200_000 / part.length);
      const startedAt = performance.now();
      linksIn(`${text}!`);
      comparedWords(`${text}x`);
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    },
  );
});

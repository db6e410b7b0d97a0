import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOfWork, superlinear } from '../../../../test/support/growth.ts';
import { createUniqueNames, safeFileName, safeFolderName } from './zip-names.ts';

describe('a file name', () => {
  it.each([
    ['a.png', 'a.png'],
    ['my cat (1).jpeg', 'my cat (1).jpeg'],
    ['Käse 猫 🐈.png', 'Käse 猫 🐈.png'],
    ['a\u0308.png', 'ä.png'],
    ['👩‍🎨.png', '👩‍🎨.png'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\fake\\a.png', 'a.png'],
    ['/etc/', 'file'],
    ['..', 'file'],
    ['.', 'file'],
    ['...', 'file'],
    ['', 'file'],
    ['   ', 'file'],
    ['\u202e\u200b', 'file'],
    ['.htaccess', '_.htaccess'],
    ['-rf', '_-rf'],
    ['~root', '_~root'],
    ['a.png. . .', 'a.png'],
    ['CON', '_CON'],
    ['con.png', '_con.png'],
    ['LPT¹.txt', '_LPT¹.txt'],
    ['aux .txt', '_aux .txt'],
    ['Console.png', 'Console.png'],
    ['a<b>:"|?*.png', 'a_b______.png'],
    ['a\r\nb\u0000.png', 'ab.png'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['\u2066a\u2069\ufeff.png', 'a.png'],
    ['a\u2028b.png', 'ab.png'],
    ['\ud800.png', '\ufffd.png'],
  ])('is made safe: %j becomes %j', (name, expected) => {
    expect(safeFileName(name)).toBe(expected);
  });

  it('is cut in front of its extension, within a number of bytes', () => {
    expect(safeFileName(`${'a'.repeat(1000)}.jpeg`)).toBe(`${'a'.repeat(135)}.jpeg`);
    expect(safeFileName(`${'🐈'.repeat(1000)}.png`)).toBe(`${'🐈'.repeat(34)}.png`);
    expect(safeFileName(`${'a'.repeat(139)} . ${'a'.repeat(900)}`)).toBe('a'.repeat(139));
  });
});

const anyName = fc.string({ unit: 'binary', maxLength: 1200 });

describe('a name in a zip', () => {
  it('takes time linear in the length of a name', () => {
    expect(growthOfWork((length) => safeFileName(`a${'. '.repeat(length)}a`), 5000)).toBeLessThan(superlinear);
  });

  it('names one folder', () => {
    expect(safeFolderName('2026-11-22 K7QX-29MB ../../Zoë/..')).toBe('2026-11-22 K7QX-29MB .._.._Zoë_');
    expect(safeFolderName('..')).toBe('request');
  });

  it('is safe for any input, and stays the same when it is made safe again', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        for (const safe of [safeFileName(name), safeFolderName(name)]) {
          expect(safe).not.toMatch(/^\.|[\\/:*?"<>|\p{Cc}\u202a-\u202e\u2066-\u2069]|[. ]$/u);
          expect(safe).not.toBe('');
          expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(141);
          expect(safe.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});

describe('equal names', () => {
  const taken = (...names: string[]) => {
    const unique = createUniqueNames();
    return names.map((name) => unique.take(name));
  };

  it('are numbered', () => {
    expect(taken('a.png', 'a.png', 'a.png', 'b')).toEqual(['a.png', 'a (2).png', 'a (3).png', 'b']);
    expect(taken('a (2).png', 'a.png', 'a.png')).toEqual(['a (2).png', 'a.png', 'a (3).png']);
    expect(taken('a', 'a', 'a (2)')).toEqual(['a', 'a (2)', 'a (2) (2)']);
  });

  it.each([
    ['in another case', 'Straße.PNG', 'STRASSE.png'],
    ['in another normal form', '\u00e4.png', 'a\u0308.png'],
    ['by a ligature', 'ﬁle.png', 'file.png'],
    ['by a joiner', 'a\u200db.png', 'ab.png'],
    ['in Turkish', 'İ.png', 'i̇.png'],
  ])('get different names %s', (_, first, second) => {
    const [one, two] = taken(first, second);
    expect(one).toBe(first);
    expect(two).toMatch(/ \(2\)/);
  });
});

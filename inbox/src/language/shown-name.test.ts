import { describe, expect, it } from 'vitest';
import { shownName } from './shown-name.ts';

describe('the name that is shown', () => {
  it.each([
    ['an override', 'photo\u202egnp.exe', 'photo�gnp.exe'],
    ['an embedding and its end', 'a\u202bb\u202cc.png', 'a�b�c.png'],
    ['an isolate and its end', 'a\u2067b\u2069c.png', 'a�b�c.png'],
    ['a mark without letters from right to left', '\u200fpng\u200f.\u200fphoto.exe', '�png�.�photo.exe'],
    ['a blank of no width', 'a\u200bb\u2060c\ufeff', 'a�b�c�'],
    ['a soft hyphen', 'a\u00adb', 'a�b'],
    ['a filler', 'a\u3164b', 'a�b'],
    ['a line break', 'a\r\nb\u2028c\u2029d\te\0f\u0085g', 'a��b�c�d�e�f�g'],
    ['a tag outside of a flag', 'a\u{e0067}b', 'a�b'],
  ])('shows %s', (_, name, expected) => {
    expect(shownName(name)).toBe(expected);
  });

  it.each([
    ['Latin', 'evening at the lake (2).png'],
    ['Arabic', 'صورة ١٢.png'],
    ['Arabic with marks', '\u200fصورة\u200f (2)\u200e.png'],
    ['Hebrew with marks', 'תמונה\u200f-1\u200e.jpg'],
    ['Arabic with the letter mark', 'ملف\u061c-2.pdf'],
    ['Persian with a joiner', 'می\u200cخواهم.png'],
    ['Hindi with a joiner', 'क्\u200dष'],
    ['Japanese', '肖像画\u3000その二.png'],
    ['Japanese with a variant', '葛\u{e0100}飾'],
    ['Mongolian with a variant', 'ᠠ\u180b'],
    ['emoji', '👩‍🎨❤️🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a narrow blank', 'Screenshot 10.30\u202fAM.png'],
  ])('leaves %s as it is', (_, name) => {
    expect(shownName(name)).toBe(name);
  });
});

import { describe, expect, it } from 'vitest';
import { beginsAtRight, excerptOf } from './excerpt.ts';

describe('the excerpt of a message', () => {
  it('joins its lines, so that more than a greeting is seen', () => {
    expect(excerptOf('\n\n Bonjour,\r\n\r\n\tun portrait\u2029de  deux chats. \n', 100)).toBe(
      'Bonjour, un portrait de deux chats.',
    );
  });

  it('cuts no character in two', () => {
    expect(excerptOf('🐈🐈🐈', 2)).toBe('🐈🐈');
  });

  it('is empty when the message has only blanks', () => {
    expect(excerptOf(' \n\u3000\n', 10)).toBe('');
  });
});

describe('the direction of a message', () => {
  it.each([
    ['أرغب في رسم', true],
    ['2× שלום', true],
    ['A شخصية', false],
    ['猫', false],
    ['', false],
  ])('is that of its first letter: %s', (text, isFromRight) => {
    expect(beginsAtRight(text)).toBe(isFromRight);
  });
});

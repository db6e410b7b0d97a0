import { describe, expect, it } from 'vitest';
import { unsentText } from './unsent-text.ts';

describe('the rest of a text after it was sent', () => {
  it('is empty without later typing', () => {
    expect(unsentText('First.', 'First.')).toBe('');
    expect(unsentText('First.\n ', 'First.')).toBe('');
  });

  it('is the text typed behind it', () => {
    expect(unsentText('First.\n\nAnd one more.\n', 'First.')).toBe('And one more.\n');
  });

  it('is all of it where the sent part was changed', () => {
    expect(unsentText('At first. And one more.', 'First.')).toBe('At first. And one more.');
    expect(unsentText('Firs', 'First.')).toBe('Firs');
  });
});

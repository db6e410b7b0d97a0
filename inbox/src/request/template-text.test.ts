import { describe, expect, it } from 'vitest';
import { templateTitle, withTemplate } from './template-text.ts';

describe('a template', () => {
  it('is named by its first line that says something', () => {
    expect(templateTitle('\n  \n  Hello Zoë,\nyes')).toBe('Hello Zoë,');
    expect(templateTitle('😀'.repeat(60))).toBe(`${'😀'.repeat(50)}…`);
    expect(templateTitle('')).toBe('');
  });

  it('keeps the typed text', () => {
    expect(withTemplate(' \n', 'Yes')).toBe('Yes');
    expect(withTemplate('Hello\n', 'Yes')).toBe('Hello\n\nYes');
  });
});

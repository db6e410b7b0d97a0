import { describe, expect, it } from 'vitest';
import { fillTemplate, lacksDue, templateTitle, withDue, withTemplate } from './template-text.ts';

const values = { name: 'Zoë {number}', number: '2FN8-Y8GA', due: '14 Dec' };

describe('a template', () => {
  it('is named by its first line that is not blank', () => {
    expect(templateTitle('\n  \n  Hello Zoë,\nyes')).toBe('Hello Zoë,');
    expect(templateTitle('😀'.repeat(60))).toBe(`${'😀'.repeat(50)}…`);
    expect(templateTitle('')).toBe('');
  });

  it('keeps the typed text', () => {
    expect(withTemplate(' \n', 'Yes')).toBe('Yes');
    expect(withTemplate('Hello\n', 'Yes')).toBe('Hello\n\nYes');
  });

  it('has the values of the request, each filled in once', () => {
    expect(fillTemplate('Hello {name}, {number} is due {due}. {else}', values)).toBe(
      'Hello Zoë {number}, 2FN8-Y8GA is due 14 Dec. {else}',
    );
  });

  it('shows the placeholder of an unknown due date', () => {
    const text = fillTemplate('Due {due}', { ...values, due: null });
    expect(lacksDue(text)).toBe(true);
    expect(withDue(text, null, '14 Dec')).toBe('Due 14 Dec');
  });

  it('replaces the due date by another one', () => {
    expect(withDue('Due 14 Dec', '14 Dec', '20 Dec')).toBe('Due 20 Dec');
    expect(withDue('Due 14 Dec', '14 Dec', null)).toBe('Due 14 Dec');
  });
});

import { describe, expect, it } from 'vitest';
import { fillTemplate, lacksDue, withDue } from './fill-template.ts';

const values = { name: 'Zoë {number}', number: '2FN8-Y8GA', due: '14 Dec' };

describe('a template', () => {
  it('has the values of the request, each filled in once', () => {
    expect(fillTemplate('Hello {name}, {number} is due {due}. {else}', values)).toBe(
      'Hello Zoë {number}, 2FN8-Y8GA is due 14 Dec. {else}',
    );
  });

  it('keeps a due date that is not known yet in sight', () => {
    const text = fillTemplate('Due {due}', { ...values, due: null });
    expect(lacksDue(text)).toBe(true);
    expect(withDue(text, null, '14 Dec')).toBe('Due 14 Dec');
  });

  it('replaces the due date by another one', () => {
    expect(withDue('Due 14 Dec', '14 Dec', '20 Dec')).toBe('Due 20 Dec');
    expect(withDue('Due 14 Dec', '14 Dec', null)).toBe('Due 14 Dec');
  });
});

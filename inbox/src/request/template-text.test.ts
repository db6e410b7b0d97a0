import { describe, expect, it } from 'vitest';
import { fillKnown, fillTemplate, missingValue, templateTitle, withTemplate, withValues } from './template-text.ts';

const values = { name: 'Zoë {number}', number: '2FN8-Y8GA', due: '14 Dec', price: '€120' };
const unknown = { ...values, due: null, price: null };

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

  it('shows the placeholder of an unknown value', () => {
    const text = fillTemplate('Due {due} for {price}', unknown);
    expect([missingValue(text), missingValue('For {price}'), missingValue('Yes')]).toEqual(['due', 'price', null]);
    expect(withValues(text, unknown, values)).toBe('Due 14 Dec for €120');
  });

  it('leaves out the lines of unknown values', () => {
    const template = 'Hello {name},\n\nPrice: {price}\nReady by: {due}\n\nBye';
    expect(fillKnown(template, { ...values, due: null })).toBe('Hello Zoë {number},\n\nPrice: €120\n\nBye');
    expect(fillKnown(template, unknown)).toBe('Hello Zoë {number},\n\nBye');
  });

  it('replaces values by others, and keeps them where there are no others', () => {
    expect(withValues('Due 14 Dec: €120', values, { ...values, due: '20 Dec' })).toBe('Due 20 Dec: €120');
    expect(withValues('Due 14 Dec', values, unknown)).toBe('Due 14 Dec');
  });
});

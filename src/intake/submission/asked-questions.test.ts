import { describe, expect, it } from 'vitest';
import { type Answers, answerTo, askedQuestions, type ConditionalQuestion } from './asked-questions.ts';

const question = (id: string, parts: Partial<ConditionalQuestion> = {}): ConditionalQuestion => ({
  id,
  types: [],
  when: null,
  ...parts,
});

const questions = [
  question('usage'),
  question('product', { when: { question: 'usage', is: 'commercial' } }),
  question('figures', { types: ['portrait'] }),
  question('poses', { when: { question: 'figures', is: true } }),
];

const asked = (typeId: string | null, answers: Answers) =>
  askedQuestions(questions, typeId, answers).map(({ id }) => id);

describe('the questions that are asked', () => {
  it.each([
    ['without a type', null, {}, ['usage']],
    ['of the chosen type', 'portrait', {}, ['usage', 'figures']],
    ['after the answer that one waits for', null, { usage: 'commercial' }, ['usage', 'product']],
    ['after one answer of several', null, { usage: ['personal', 'commercial'] }, ['usage', 'product']],
    ['after another answer', null, { usage: 'personal' }, ['usage']],
    ['after a yes', 'portrait', { figures: true }, ['usage', 'figures', 'poses']],
    ['when the answer belongs to a question of another type', 'landscape', { figures: true }, ['usage']],
  ])('are these %s', (_, typeId, answers, ids) => {
    expect(asked(typeId, answers)).toEqual(ids);
  });

  it('are not those that wait for a question that is not there', () => {
    const orphan = question('orphan', { when: { question: 'gone', is: true } });
    expect(askedQuestions([orphan], null, { gone: true })).toEqual([]);
  });

  it('take no answer from a prototype', () => {
    expect(answerTo({}, 'constructor')).toBeNull();
    expect(answerTo(JSON.parse('{"__proto__": "own"}'), '__proto__')).toBe('own');
  });
});

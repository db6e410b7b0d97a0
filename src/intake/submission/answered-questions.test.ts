import { describe, expect, it } from 'vitest';
import { type AnswerableQuestion, isAnswered, missingAnswers } from './answered-questions.ts';
import type { Answer } from './asked-questions.ts';

const question = (id: string, more: Partial<AnswerableQuestion> = {}): AnswerableQuestion => ({
  id,
  kind: 'text',
  required: true,
  options: [],
  max: null,
  types: [],
  when: null,
  ...more,
});
const options = [{ id: 'a' }, { id: 'b' }];

describe('the missing answers', () => {
  const questions = [
    question('use', { kind: 'choices', options }),
    question('brand', { when: { question: 'use', is: 'b' } }),
    question('pose', { types: ['bust'] }),
    question('__proto__', { required: false }),
  ];

  it('are those to questions that are required and asked', () => {
    expect(missingAnswers(questions, 'bust', {})).toEqual(['use', 'pose']);
    expect(missingAnswers(questions, null, { use: ['b'], pose: '' })).toEqual(['brand']);
    expect(missingAnswers(questions, 'bust', { use: ['a'], pose: 'Sitting' })).toEqual([]);
  });
});

describe('an answer', () => {
  it.each<[Partial<AnswerableQuestion>, Answer]>([
    [{ kind: 'choice', options }, 'a'],
    [{ kind: 'choices', options, max: 2 }, ['b', 'a']],
    [{ kind: 'number', max: 3 }, 2.5],
    [{ kind: 'date' }, '2028-02-29'],
    [{ kind: 'yes-no' }, false],
    [{ kind: 'link' }, 'https://例え.jp/a?b'],
    [{ max: 2 }, '🐈🐈'],
  ])('answers %j with %j', (more, answer) => {
    expect(isAnswered(question('q', more), answer)).toBe(true);
  });

  it.each<[Partial<AnswerableQuestion>, Answer]>([
    [{ kind: 'choice', options }, 'c'],
    [{ kind: 'choice', options }, ['a']],
    [{ kind: 'choices', options }, []],
    [{ kind: 'choices', options }, ['a', 'a']],
    [{ kind: 'choices', options, max: 1 }, ['a', 'b']],
    [{ kind: 'number' }, '3'],
    [{ kind: 'number', max: 3 }, 4],
    [{ kind: 'date' }, '2027-02-29'],
    [{ kind: 'date' }, '1.2.2027'],
    [{ kind: 'yes-no' }, 'true'],
    [{ kind: 'link' }, 'javascript:alert(1)'],
    [{ max: 2 }, 'abc'],
    [{}, ' \n'],
    [{}, null],
  ])('does not answer %j with %j', (more, answer) => {
    expect(isAnswered(question('q', more), answer)).toBe(false);
  });
});

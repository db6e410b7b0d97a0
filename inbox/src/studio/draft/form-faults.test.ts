import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../../page-kit/language/translator.ts';
import { englishMessages } from '../../language/inbox-messages.ts';
import { faultSentence } from '../fields/fault-sentence.ts';
import { faultsIn, faultsOf } from './form-faults.ts';

const issue = (path: string) => ({ path, code: 'rule', message: 'It is wrong' }) as const;

describe('the faults that the service finds in a document', () => {
  it('have paths in the document, or are about all of it', () => {
    const faults = faultsOf([issue('/document/opening/slots/byType/a~1b~0'), issue('/document'), issue('/note')]);
    expect(faults.map(({ path }) => path)).toEqual([['opening', 'slots', 'byType', 'a/b~'], [], []]);
  });

  it('are found at a path and below it', () => {
    const faults = faultsOf([issue('/document/types/1/name/en'), issue('/document/types/10')]);
    expect(faultsIn(faults, ['types', 1])).toEqual([faults[0]]);
    expect(faultsIn(faults, [])).toEqual(faults);
  });

  it('have the sentence of their path where their code has one too', () => {
    const translator = createTranslator('en', englishMessages.form);
    const path = ['opening', 'weightByType', 'bust'];
    const sentenceOf = (code: string) => faultSentence(translator, { path, code, message: '' });
    expect(sentenceOf('rule')).toMatch(/^A request takes more slots/);
    expect([sentenceOf('too-long'), sentenceOf('format')]).toEqual(['This is too long.', null]);
  });
});

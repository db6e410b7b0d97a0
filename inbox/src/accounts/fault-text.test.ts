import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import { ApiFailure } from '../api/api-failure.ts';
import { englishAccountMessages } from './account-messages.ts';
import { faultText, faultyFields } from './fault-text.ts';

const translator = createTranslator('en', englishAccountMessages);

const problem = (
  name: string,
  issues: readonly { path: string; message: string; code: 'missing' | 'format' }[] = [],
) => ({
  type: `urn:commissions:problem:${name}`,
  title: name,
  status: 422,
  issues,
});

describe('the text of a failure', () => {
  it.each([
    ['unreachable', new ApiFailure('unreachable'), 'The service does not respond.'],
    ['wrong-credentials', new ApiFailure('signed-out', problem('wrong-credentials')), 'Wrong e-mail address'],
    ['busy', new ApiFailure('busy', problem('too-many-attempts'), 40), 'Try again in 40 seconds.'],
    ['busy for long', new ApiFailure('busy', problem('too-many-attempts'), 100), 'Try again in 2 minutes.'],
    ['a problem without a text', new ApiFailure('failed', problem('internal')), 'Something went wrong'],
    ['a fault of the page', new Error('x'), 'Something went wrong'],
  ])('is a sentence: %s', (_, error, sentence) => {
    expect(faultText(translator, error)).toContain(sentence);
  });

  it('appears once for several fields, which are named', () => {
    const issues = ['/name', '/email'].map((path) => ({ path, message: 'Missing', code: 'missing' as const }));
    const error = new ApiFailure('invalid', problem('invalid-body', issues));
    expect(faultText(translator, error)).toBe('Fill in every field.');
    expect(faultyFields(error)).toEqual(['name', 'email']);
  });
});

import { describe, expect, it } from 'vitest';
import { growthOfWork, superlinear } from '../../../test/support/growth.ts';
import { withShortMarkRuns } from './mark-runs.ts';

describe('the marks in a text', () => {
  it.each(['\u0301\u0316', '\uff9e\u0316', '\u0f71\u0f72\u0f74'])('are at most 30 in a row: of %j', (marks) => {
    expect(withShortMarkRuns(`a${marks.repeat(100)}b${marks}`)).toBe(`a${marks.repeat(15).slice(0, 30)}b${marks}`);
  });

  it.each(['Zoe\u0308', 'हिन्दी', 'ｶﾞｲﾄﾞ', '👩🏽‍🎨'])('stay as they are: in %s', (text) => {
    expect(withShortMarkRuns(text)).toBe(text);
  });

  it('are normalized in time linear in the length', () => {
    const work = (length: number) => withShortMarkRuns('\u0301\u0316'.repeat(length)).normalize('NFKD');
    expect(growthOfWork(work, 2000)).toBeLessThan(superlinear);
  });
});

import { describe, expect, it } from 'vitest';
import { emptyDraft } from './draft.ts';
import { readPrefill } from './prefill.ts';

describe('the query of the page', () => {
  it('reads the fields of a form from a query, and ignores other names', () => {
    const query =
      'typeId=portrait&extraIds=frame&extraIds=express&message=Two+cats%0Ain+oil&customerName=Zo%C3%AB&other=1';
    expect(readPrefill(query)).toEqual({
      ...emptyDraft,
      typeId: 'portrait',
      extraIds: ['frame', 'express'],
      message: 'Two cats\nin oil',
      customerName: 'Zoë',
    });
  });

  it('reads answers under the ids of their questions', () => {
    expect(readPrefill('a.figures=2&a.mood=calm&a.mood=dark&a.__proto__=x').answers).toEqual(
      JSON.parse('{"figures": "2", "mood": ["calm", "dark"], "__proto__": "x"}'),
    );
  });

  it('drops characters that no field shows, and line ends where a field has one line', () => {
    const draft = readPrefill('customerName=Zo%0AE%00&message=Two%07%0D%0Acats&a.when=%00&a.story=a%0Bb');
    expect(draft).toMatchObject({ customerName: 'Zo E', message: 'Two\ncats', answers: { when: '', story: 'ab' } });
  });

  it('leaves a form empty without one', () => {
    expect(readPrefill('')).toEqual(emptyDraft);
    expect(readPrefill('typeId=&extraIds=')).toEqual(emptyDraft);
  });
});

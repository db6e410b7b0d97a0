import { describe, expect, it } from 'vitest';
import { withKnownTypes } from './asked.ts';
import { sentenceOf } from './faults.ts';
import { studioSchema } from './studio.ts';
import { faultsOfReuse, idsIn, newIdsOf } from './used-ids.ts';

const studio = (given: object) => studioSchema.parse(given);
const size = { id: 'size', label: { en: 'Size', de: 'Größe' }, kind: 'number' };
const oil = { id: 'oil', name: 'Oil', options: [{ id: 'a', name: 'Small' }] };
const earlier = studio({ questions: [size], types: [oil] });

const faults = (given: object, before: object = {}) =>
  faultsOfReuse(newIdsOf(studio(given), studio(before)), idsIn(earlier)).map((fault) => sentenceOf(fault, 'it'));

describe('an id that was used', () => {
  it('comes back as the same entry, also when it was translated or renamed in one language', () => {
    expect(faults({ questions: [{ ...size, label: { en: 'How large?', de: 'Größe' } }], types: [oil] })).toEqual([]);
  });

  it('is refused for another kind or another name, also within an entry', () => {
    const again = 'before: size. Choose an id that was never used';
    expect(faults({ questions: [{ ...size, kind: 'text' }] })).toEqual([
      `\`questions[0].id\` was the id of another entry ${again}`,
    ]);
    expect(faults({ questions: [{ ...size, label: 'Budget' }] })).toHaveLength(1);
    expect(faults({ types: [{ ...oil, options: [{ id: 'a', name: 'Huge' }] }] })).toHaveLength(1);
  });

  it('stays with a renamed entry, and changes with its kind', () => {
    const renamed = { questions: [{ ...size, label: 'Height' }] };
    expect(faults(renamed, { questions: [size] })).toEqual([]);
    expect(faults({ questions: [{ ...size, kind: 'text' }] }, { questions: [size] })).toHaveLength(1);
  });

  it('is free in another list', () => {
    expect(faults({ extras: [{ id: 'size', name: 'Frame' }], terms: [{ id: 'oil', title: 'T', text: 'T' }] })).toEqual(
      [],
    );
  });
});

describe('a question of types', () => {
  const types = [{ id: 'oil' }, { id: 'ink' }];

  it('is asked for every type when its types were all removed', () => {
    expect(withKnownTypes([{ types: ['bust'] }, { types: ['bust', 'ink'] }, { types: [] }], types)).toEqual([
      { types: [] },
      { types: ['ink'] },
      { types: [] },
    ]);
  });
});

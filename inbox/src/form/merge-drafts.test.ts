import { describe, expect, it } from 'vitest';
import { studioSchema } from '../../../src/customers/studio/studio.ts';
import { mergeDrafts } from './merge-drafts.ts';

const studio = (given: object) => studioSchema.parse(given);

describe('the changes of two people', () => {
  it('are both kept in different parts', () => {
    const merged = mergeDrafts(studio({}), studio({ title: 'Mine' }), studio({ contact: 'a@b.example' }));
    expect(merged.conflicts).toEqual([]);
    expect(merged.document).toEqual(studio({ title: 'Mine', contact: 'a@b.example' }));
  });

  it('are a question where both have changed the same to something else', () => {
    const merged = mergeDrafts(studio({}), studio({ title: 'Mine' }), studio({ title: 'Theirs' }));
    expect(merged.conflicts).toEqual(['title']);
    expect(mergeDrafts(studio({}), studio({ title: 'One' }), studio({ title: 'One' })).conflicts).toEqual([]);
  });
});

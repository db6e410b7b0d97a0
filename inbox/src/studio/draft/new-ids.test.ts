import { describe, expect, it } from 'vitest';
import { studioSchema } from '../../../../src/studio/document/studio.ts';
import { idFrom, isNewId, newId, withNamedIds, withNewKinds } from './new-ids.ts';

describe('the id of a new entry', () => {
  it.each([
    ['Head and shoulders', 'head-and-shoulders'],
    ['Porträt (Öl)', 'portrat-ol'],
    ['肖像画', '肖像画'],
    ['  … ', 'entry'],
    ['<script>', 'script'],
  ])('comes from %s', (name, id) => {
    expect(idFrom({ en: name })).toBe(id);
  });

  it('differs from the others of its list, and is followed wherever it is named', () => {
    const id = newId();
    const types = [
      { id: 'cat', name: 'Cat' },
      { id, name: 'Cat' },
    ];
    const document = studioSchema.parse({
      types,
      opening: { slots: { byType: { [id]: 3 } }, weightByType: { [id]: 2 } },
    });
    const named = withNamedIds(document);
    expect(named.types.map((type) => type.id)).toEqual(['cat', 'cat-2']);
    expect(named.opening?.slots.byType).toEqual({ 'cat-2': 3 });
    expect(named.opening?.weightByType).toEqual({ 'cat-2': 2 });
    expect(withNamedIds(named)).toBe(named);
  });

  it('is never a published id', () => {
    const document = studioSchema.parse({ types: [{ id: newId(), name: 'Cat' }] });
    expect(withNamedIds(document, ['cat', 'cat-2']).types.map(({ id }) => id)).toEqual(['cat-3']);
  });
});

describe('a question of another kind', () => {
  const asked = (kind: string, rest: readonly object[] = []) =>
    studioSchema.parse({ questions: [{ id: 'rush', label: 'rush', kind }, ...rest] });

  it('is a new one, which conditions follow', () => {
    const date = { id: 'by', label: 'By', kind: 'date', when: { question: 'rush', is: true } };
    const document = asked('yes-no', [date]);
    const [rush, by] = withNewKinds(document, asked('text').questions).questions;
    expect(isNewId(rush?.id ?? '')).toBe(true);
    expect([rush?.label, by?.id, by?.when?.question]).toEqual([{ en: 'rush' }, 'by', rush?.id]);
    expect(withNewKinds(document, document.questions)).toBe(document);
  });
});

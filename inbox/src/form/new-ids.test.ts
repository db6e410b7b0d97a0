import { describe, expect, it } from 'vitest';
import { studioSchema } from '../../../src/customers/studio/studio.ts';
import { idFrom, newId, withNamedIds } from './new-ids.ts';

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
});

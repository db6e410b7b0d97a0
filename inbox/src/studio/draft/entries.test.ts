import { describe, expect, it } from 'vitest';
import { studioSchema } from '../../../../src/studio/document/studio.ts';
import { partTable } from '../part-table.ts';
import { startingPoint } from '../starting-points/starting-points.ts';
import { withDefaults } from './defaults.ts';
import { newEntry } from './entries.ts';
import type { FieldSpec, ListSpec } from './field-specs.ts';
import { withValue } from './paths.ts';

const name = { en: 'New' };
const byPath = (path: readonly string[], fields: readonly FieldSpec[]): [string, ListSpec, readonly string[]][] =>
  fields
    .filter((field) => field.kind === 'list')
    .flatMap((list) => {
      const at = [...path, ...list.at.map(String)];
      return [[at.join('/'), list, at], ...byPath(at, list.fields)];
    });
const lists = partTable.flatMap(({ fields }) => byPath([], fields));

describe('a new entry', () => {
  it.each(lists)('has every member that the service stores, in %s', (_, list, [outer = '', inner]) => {
    const entry = newEntry(list, inner === undefined ? [outer] : [outer, 0, inner], name);
    // The service takes no empty text.
    const written = 'text' in entry ? { ...entry, text: name } : entry;
    const holder = { ...newEntry(lists.find(([path]) => path === outer)?.[1] ?? list, [outer], name) };
    // A question of free text has no options.
    const choosing = 'kind' in holder ? { ...holder, kind: 'choice' } : holder;
    const value = inner === undefined ? written : { ...choosing, [inner]: [written] };
    const document = withValue(studioSchema.parse({}), [outer], [value]);
    expect(studioSchema.parse(document)).toEqual(document);
  });

  it('is complete in a form to begin with', () => {
    for (const kind of ['illustrator', 'painter'] as const) {
      const document = { ...studioSchema.parse({}), ...startingPoint(kind, ['de']) };
      expect(studioSchema.parse(document)).toEqual(document);
    }
  });
});

describe('a document that an earlier version has kept', () => {
  it('gets the members that it does not have, in each object', () => {
    const given = { types: [{ id: 'cat', name, options: [{ id: 'small', name }] }], extras: [{ id: 'bow', name }] };
    const whole = { ...studioSchema.parse(given) };
    expect(withDefaults({ ...given, legal: {} })).toEqual(whole);
    expect(JSON.stringify(withDefaults(whole))).toBe(JSON.stringify(whole));
  });
});

import { z } from 'zod';
import {
  listFields,
  requestFields,
  type StoredFieldValues,
  storedEntries,
  storedFields,
  type TextField,
  textFields,
} from '../../intake/submission/request-fields.ts';
import { type Exported, type Facet, type FactsOf, lineForEach } from '../facet/facet.ts';

const ofStoredFields = Object.fromEntries(
  storedEntries.map(([name, { type, isRequired }]) => {
    const value = type === 'text' ? z.string() : z.array(z.string());
    return [name, isRequired ? value : value.nullable()];
  }),
) as unknown as { readonly [Name in keyof StoredFieldValues]: z.ZodType<StoredFieldValues[Name]> };

const shape = {
  ...ofStoredFields,
  language: z
    .string()
    .nullable()
    .describe('The language of the customer as a tag (BCP 47), or null when the form did not name it'),
};

type Facts = FactsOf<typeof shape>;
type Cell = (request: Exported<Facts>) => string;

const names = storedEntries.map(([name]) => name);
const shortEntries = storedEntries.filter(([name]) => name !== 'message');
const searchedNames = textFields.filter((name) => requestFields[name].isSearched);
const textCells = names.map((name): readonly [string, Cell] => [name, (request) => String(request[name] ?? '')]);
const listCells = listFields.map((name): readonly [string, Cell] => [name, (request) => lineForEach(request[name])]);

/** The fields of the payload, and the facts about the sender from the headers. */
export const fields = {
  shape,
  columns: {},
  factsOf: (row: StoredFieldValues) => Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as Facts,
  lines: (request) => shortEntries.map(([name, { label }]) => [label, [request[name]].flat().join(', ')] as const),
  longLines: ({ message }) => [[storedFields.message.label, message]],
  cells: Object.fromEntries([...textCells, ...listCells]),
  sent: Object.fromEntries(textFields.map((name) => [name, (row: StoredFieldValues) => row[name]])) as {
    readonly [Name in TextField]: (row: StoredFieldValues) => StoredFieldValues[Name];
  },
  searched: (row) => searchedNames.map((name) => row[name] ?? ''),
} satisfies Facet<object, Facts>;

import type { FieldSpec } from '../draft/field-specs.ts';
import { PriceField } from '../fields/price-field.tsx';

export const nameCharacters = 200;
export const proseCharacters = 5000;

export const nameField: FieldSpec = {
  kind: 'text',
  at: ['name'],
  label: 'name',
  mostCharacters: nameCharacters,
  isRequired: true,
};

export const descriptionField: FieldSpec = {
  kind: 'text',
  at: ['description'],
  label: 'description',
  hint: 'descriptionHint',
  mostCharacters: proseCharacters,
  isLong: true,
};

export const priceField: FieldSpec = { kind: 'custom', at: ['price'], Field: PriceField };

/** The fields that the lists of choices share. */
export const choices = {
  kind: 'list',
  nameKey: 'name',
  mostEntries: 500,
} as const;

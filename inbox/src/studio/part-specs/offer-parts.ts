import { Coins, Heading1, MailCheck, Shapes, Sparkles } from 'lucide';
import type { FieldSpec, ListSpec, PartSpec } from '../draft/field-specs.ts';
import { CurrencyField } from '../fields/currency-field.tsx';
import { PicturesField } from '../fields/pictures-field.tsx';
import { choices, descriptionField, nameCharacters, nameField, priceField, proseCharacters } from './entry-fields.ts';

const picturesField: FieldSpec = { kind: 'custom', at: ['pictures'], Field: PicturesField };

const options: ListSpec = {
  ...choices,
  at: ['options'],
  label: 'options',
  hint: 'optionsHint',
  add: 'addOption',
  newName: 'newOption',
  fields: [nameField, descriptionField, priceField],
};

/** The introduction of the form, and its choices. */
export const offerParts: readonly PartSpec[] = [
  {
    keys: ['title', 'introduction'],
    title: 'partTop',
    hint: 'partTopHint',
    icon: Heading1,
    isFolded: false,
    fields: [
      { kind: 'text', at: ['title'], label: 'title', hint: 'titleHint', mostCharacters: nameCharacters },
      {
        kind: 'text',
        at: ['introduction'],
        label: 'introduction',
        hint: 'introductionHint',
        mostCharacters: proseCharacters,
        isLong: true,
      },
    ],
  },
  {
    keys: ['types'],
    title: 'partTypes',
    hint: 'partTypesHint',
    icon: Shapes,
    isFolded: false,
    fields: [
      {
        ...choices,
        at: ['types'],
        label: 'partTypes',
        add: 'addType',
        newName: 'newType',
        fields: [nameField, descriptionField, picturesField, priceField, options],
      },
    ],
  },
  {
    keys: ['extras'],
    title: 'partExtras',
    hint: 'partExtrasHint',
    icon: Sparkles,
    isFolded: false,
    fields: [
      {
        ...choices,
        at: ['extras'],
        label: 'partExtras',
        add: 'addExtra',
        newName: 'newExtra',
        fields: [nameField, descriptionField, priceField],
      },
    ],
  },
  {
    keys: ['prices'],
    title: 'partPrices',
    hint: 'partPricesHint',
    icon: Coins,
    isFolded: false,
    fields: [{ kind: 'custom', at: ['prices'], Field: CurrencyField }],
  },
  {
    keys: ['contact'],
    title: 'partContact',
    hint: 'partContactHint',
    icon: MailCheck,
    isFolded: false,
    fields: [{ kind: 'line', type: 'email', at: ['contact'], label: 'contact' }],
  },
];

import { Heading1, MailCheck, Shapes, Sparkles } from 'lucide';
import type { FieldSpec, ListSpec, PartSpec } from '../draft/field-specs.ts';
import { OfferFacts, TypeThumb } from '../fields/entry-facts.tsx';
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
  Facts: OfferFacts,
  fields: [nameField, priceField, descriptionField],
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
        Thumb: TypeThumb,
        Facts: OfferFacts,
        fields: [nameField, priceField, descriptionField, picturesField, options],
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
        Facts: OfferFacts,
        fields: [nameField, priceField, descriptionField],
      },
    ],
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

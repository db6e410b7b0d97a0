import { Gift, MailCheck, Scale, Tags } from 'lucide';
import type { FieldSpec, PartSpec } from '../draft/field-specs.ts';
import { choices, descriptionField, nameCharacters, nameField, proseCharacters } from './entry-fields.ts';

const legalCharacters = 20_000;

const label = (key: string, message: 'labelType' | 'labelOption' | 'labelExtras' | 'labelCard'): FieldSpec => ({
  kind: 'text',
  at: ['labels', key],
  label: message,
  mostCharacters: nameCharacters,
});

const legal = (key: string, message: 'legalImprint' | 'legalPrivacy' | 'legalNotice'): FieldSpec => ({
  kind: 'text',
  at: ['legal', key],
  label: message,
  mostCharacters: legalCharacters,
  isLong: true,
});

/** Settings that seldom change. */
export const wordParts: readonly PartSpec[] = [
  {
    keys: ['afterwards'],
    title: 'partAfterwards',
    hint: 'partAfterwardsHint',
    icon: MailCheck,
    isFolded: true,
    fields: [{ kind: 'text', at: ['afterwards'], label: 'afterwards', mostCharacters: proseCharacters, isLong: true }],
  },
  {
    keys: ['customCards'],
    title: 'partCards',
    hint: 'partCardsHint',
    icon: Gift,
    isFolded: true,
    fields: [
      {
        ...choices,
        at: ['customCards'],
        label: 'partCards',
        add: 'addCard',
        newName: 'newCard',
        fields: [nameField, descriptionField],
      },
    ],
  },
  {
    keys: ['labels'],
    title: 'partLabels',
    hint: 'partLabelsHint',
    icon: Tags,
    isFolded: true,
    fields: [
      label('type', 'labelType'),
      label('option', 'labelOption'),
      label('extras', 'labelExtras'),
      label('customCard', 'labelCard'),
    ],
  },
  {
    keys: ['legal'],
    title: 'partLegal',
    hint: 'partLegalHint',
    icon: Scale,
    isFolded: true,
    fields: [legal('imprint', 'legalImprint'), legal('privacy', 'legalPrivacy'), legal('notice', 'legalNotice')],
  },
];

import type { Studio } from '../draft/draft-shapes.ts';
import type { Localized } from '../draft/localized.ts';
import type { ReadyId } from './ready-ids.ts';
import texts from './texts.json';

type Word = keyof typeof texts;

interface Ready {
  readonly label: Word;
  readonly hint: Word;
  readonly kind: 'choice' | 'choices' | 'text';
  readonly options: readonly (readonly [id: string, name: Word])[];
}

const ready: Readonly<Record<ReadyId, Ready>> = {
  licence: {
    label: 'licence',
    hint: 'licenceHint',
    kind: 'choice',
    options: [
      ['personal', 'personal'],
      ['commercial', 'commercial'],
      ['ask', 'ask'],
    ],
  },
  publication: {
    label: 'publication',
    hint: 'publicationHint',
    kind: 'choice',
    options: [
      ['yes', 'publicYes'],
      ['after', 'publicLater'],
      ['no', 'publicNo'],
    ],
  },
  credit: { label: 'credit', hint: 'creditHint', kind: 'text', options: [] },
  references: {
    label: 'references',
    hint: 'referencesHint',
    kind: 'choices',
    options: [
      ['mine', 'mine'],
      ['permission', 'permission'],
      ['ai', 'ai'],
    ],
  },
};

/** @param languages The words are in these and in English. */
export function readyQuestion(id: ReadyId, languages: readonly string[]): Studio['questions'][number] {
  const { label, hint, kind, options } = ready[id];
  const kept = ['en', ...languages];
  const words = (word: Word): Localized =>
    Object.fromEntries(Object.entries(texts[word]).filter(([tag]) => kept.includes(tag)));
  return {
    id,
    label: words(label),
    hint: words(hint),
    kind,
    required: false,
    options: options.map(([option, name]) => ({ id: option, name: words(name) })),
    max: null,
    types: [],
    when: null,
    multiplies: false,
    hidden: false,
  };
}

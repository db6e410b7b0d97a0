import { FileCheck, MessageCircleQuestion } from 'lucide';
import type { ListSpec, PartSpec } from '../draft/field-specs.ts';
import { ConditionField, TypesField } from '../fields/asked-field.tsx';
import { QuestionFacts, TermsFacts } from '../fields/entry-facts.tsx';
import { KindField } from '../fields/kind-field.tsx';
import { ReadyQuestions } from '../ready-questions/ready-questions.tsx';
import { nameCharacters, nameField, proseCharacters } from './entry-fields.ts';

const termsCharacters = 20_000;
const kinds =
  (...of: readonly string[]) =>
  ({ kind }: Readonly<Record<string, unknown>>) =>
    of.includes(String(kind));

const options: ListSpec = {
  kind: 'list',
  nameKey: 'name',
  mostEntries: 500,
  at: ['options'],
  label: 'answers',
  add: 'addAnswer',
  newName: 'newAnswer',
  fields: [nameField],
  isFor: kinds('choice', 'choices'),
};

/** The questions to customers beside the choices, and the terms. */
export const askedParts: readonly PartSpec[] = [
  {
    keys: ['questions'],
    title: 'partQuestions',
    hint: 'partQuestionsHint',
    icon: MessageCircleQuestion,
    isFolded: false,
    fields: [
      { kind: 'custom', at: ['questions'], Field: ReadyQuestions },
      {
        kind: 'list',
        nameKey: 'label',
        mostEntries: 40,
        at: ['questions'],
        label: 'partQuestions',
        add: 'addQuestion',
        newName: 'newQuestion',
        filled: { kind: 'text' },
        Facts: QuestionFacts,
        fields: [
          { kind: 'text', at: ['label'], label: 'question', mostCharacters: nameCharacters, isRequired: true },
          {
            kind: 'text',
            at: ['hint'],
            label: 'questionHint',
            hint: 'questionHintHint',
            mostCharacters: proseCharacters,
            isLong: true,
          },
          { kind: 'custom', at: ['kind'], Field: KindField },
          options,
          { kind: 'switch', at: ['required'], label: 'required', hint: 'requiredHint' },
          {
            kind: 'number',
            at: ['max'],
            label: 'mostAnswers',
            least: 1,
            most: 500,
            isFor: kinds('choices'),
          },
          {
            kind: 'number',
            at: ['max'],
            label: 'largest',
            least: 1,
            most: 1_000_000_000,
            isFor: kinds('number'),
          },
          {
            kind: 'switch',
            at: ['multiplies'],
            label: 'multiplies',
            hint: 'multipliesHint',
            isFor: kinds('number'),
          },
          { kind: 'custom', at: ['types'], Field: TypesField },
          { kind: 'custom', at: ['when'], Field: ConditionField },
        ],
      },
    ],
  },
  {
    keys: ['terms'],
    title: 'partTerms',
    hint: 'partTermsHint',
    icon: FileCheck,
    isFolded: false,
    fields: [
      {
        kind: 'list',
        nameKey: 'title',
        mostEntries: 20,
        at: ['terms'],
        label: 'partTerms',
        add: 'addTerms',
        newName: 'newTerms',
        filled: { text: { en: '' } },
        Facts: TermsFacts,
        fields: [
          { kind: 'text', at: ['title'], label: 'termsTitle', mostCharacters: nameCharacters, isRequired: true },
          {
            kind: 'text',
            at: ['text'],
            label: 'termsText',
            mostCharacters: termsCharacters,
            isLong: true,
            isRequired: true,
          },
          { kind: 'switch', at: ['required'], label: 'termsRequired', hint: 'requiredHint' },
        ],
      },
    ],
  },
];

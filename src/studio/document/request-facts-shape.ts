import { z } from 'zod';
import { questionKinds } from '../../intake/submission/answered-questions.ts';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named } from '../../platform/shapes/values.ts';

const texts = z.record(z.string(), z.string());
const minorUnits = z.int().nullable();

/** What is wrong with an answer. It was kept as it was sent. */
export const answerProblems = ['unknown-question', 'wrong-kind', 'not-asked'] as const;

export const requestAnswer = named(
  'RequestAnswer',
  z.object({
    id: z.string().describe('Of the question'),
    label: texts
      .nullable()
      .describe('The question by language, as it was then. Null when the studio had no such question'),
    kind: z.enum(questionKinds).nullable(),
    value: z.union([z.string(), z.array(z.string()), z.number(), z.boolean()]).describe('As it was sent'),
    words: z.array(texts).describe('The name of each chosen option by language. Empty for other kinds of question'),
    problem: z
      .enum(answerProblems)
      .optional()
      .describe('Absent when the answer is one: the question was asked, and this is the kind of its answers'),
  }),
);

export type RequestAnswer = Shape<typeof requestAnswer>;

const agreement = named(
  'RequestAgreement',
  z.object({
    id: z.string(),
    sha256: z.string().describe('The version of the text'),
    language: z.string(),
    at: z.date().describe('When the service got it'),
    title: texts.nullable().describe('The title by language. Null when the studio had no such version'),
  }),
);

const choices = named(
  'RequestChoices',
  z.object({
    type: texts.nullable(),
    option: texts.nullable(),
    customCard: texts.nullable(),
    extras: z.array(z.object({ id: z.string(), name: texts })),
  }),
);

export type RequestChoices = Shape<typeof choices>;

export const termsStates = ['agreed', 'incomplete', 'not-recorded'] as const;

const estimate = named(
  'RequestEstimate',
  z.object({
    shown: minorUnits.describe('What the customer was shown, in minor units, or null'),
    own: minorUnits.describe("The service's own sum, or null when nothing that was chosen has a price"),
    currency: z.string(),
    shownCurrency: z.string().optional().describe('Only when the customer was shown another currency'),
    differs: z.boolean().describe('Whether the customer was shown another sum'),
  }),
);

/** What the studio offered, asked, required and charged, and what the customer told. Each key is absent when there is nothing. */
export const requestFacts = {
  chosen: choices
    .optional()
    .describe(
      'The names of what was chosen, by language, as the customer saw them. Null where the studio had no such entry',
    ),
  answers: z.array(requestAnswer).optional().describe('In the order of the questions'),
  missing: z.array(z.string()).optional().describe('Ids of the required questions without an answer'),
  terms: z.array(agreement).optional().describe('What the customer agreed to'),
  termsState: z
    .enum(termsStates)
    .optional()
    .describe(
      'Present when the studio had terms. `incomplete`: a required one is not agreed to. `not-recorded`: the form told ' +
        'nothing about terms, as when a program sends it',
    ),
  estimate: estimate.optional(),
};

const facts = z.object(requestFacts);
export type RequestFacts = Shape<typeof facts>;

/** Facts that are as long as the customer likes. Lists are without them. */
export const unlistedFacts = { answers: true, missing: true, terms: true } as const;

export type ListedFacts = Omit<RequestFacts, keyof typeof unlistedFacts>;

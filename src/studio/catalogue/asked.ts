import { z } from 'zod';
import { questionKinds } from '../../intake/submission/answered-questions.ts';
import { entryId, listOf, localizedName, prose, textsOf } from './texts.ts';

const maxTerms = 20;
const maxTermsCharacters = 20_000;
const maxLegalCharacters = 20_000;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A question of the form (S21). */
export const question = z.strictObject({
  id: entryId,
  label: localizedName,
  hint: prose,
  kind: z.enum(questionKinds),
  required: z.boolean().default(false),
  options: listOf(z.strictObject({ id: entryId, name: localizedName })).describe('Of `choice` and `choices`.'),
  max: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .nullable()
    .default(null)
    .describe('Of `choices` the most options, of texts the most characters, of `number` the largest one.'),
  types: z.array(entryId).max(500).default([]).describe('The types that it is asked for; empty: all.'),
  when: z
    .strictObject({ question: entryId, is: z.union([entryId, z.boolean()]) })
    .nullable()
    .default(null)
    .describe('It is asked when this question is answered so: by this option, by yes or by no.'),
  multiplies: z.boolean().default(false).describe('Of `number`: the base price is multiplied by the answer.'),
});

export type Question = z.output<typeof question>;

/** The terms that customers agree to (S24). */
export const terms = z.strictObject({
  id: entryId,
  title: localizedName,
  text: textsOf(maxTermsCharacters),
  required: z.boolean().default(false),
});

export const servedTerms = terms.extend({
  sha256: z.record(z.string(), sha256).meta({ description: 'The version of each text: the SHA-256 of its UTF-8.' }),
});

const legalText = textsOf(maxLegalCharacters).nullable().default(null);

/** Texts for the footer of each page. One that is only an http(s) address is a link (S27). */
export const legal = z.strictObject({ imprint: legalText, privacy: legalText, notice: legalText });

export const termsList = listOf(terms, maxTerms);

/** The questions of the page beside the choices: keys are only there when they are set. */
export const asked = {
  questions: z.array(question).optional(),
  terms: z.array(servedTerms).optional(),
  prices: z.strictObject({ currency: z.string() }).optional().describe('The one currency of all prices (ISO 4217).'),
  legal: legal.optional().describe('Texts for the footer. One that is only an http(s) address is a link.'),
};

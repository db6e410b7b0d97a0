import { z } from 'zod';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named } from '../../platform/shapes/values.ts';
import { versionsOf } from '../../studio/document/terms-version.ts';
import type { AskingStudio } from '../../studio/revisions/studio-history.ts';
import { englishText, type Facet, type FactsOf, type Line } from '../facet/facet.ts';
import type { StoredRequest } from '../facet/stored-request.ts';

const agreement = named(
  'RequestAgreement',
  z.object({
    id: z.string(),
    sha256: z.string().describe('The version of the text'),
    language: z.string(),
    at: z.date().describe('When the service got it'),
    title: z
      .record(z.string(), z.string())
      .nullable()
      .describe('The title by language. Null when the studio had no such version'),
  }),
);

type Agreement = Shape<typeof agreement>;

const details = { terms: z.array(agreement).optional().describe('What the customer agreed to') };

const shape = {
  termsState: z
    .enum(['agreed', 'incomplete', 'not-recorded'])
    .optional()
    .describe(
      'Present when the studio had terms. `incomplete`: a required one is not agreed to. `not-recorded`: the form sent ' +
        'no terms, as when a program sends it',
    ),
};

type Facts = FactsOf<typeof shape>;
type Details = FactsOf<typeof details>;

function agreementsOf({ terms }: AskingStudio, { createdAt, form }: StoredRequest): readonly Agreement[] {
  return (form?.terms ?? []).map(({ id, sha256, language }) => {
    const version = terms.find((one) => one.id === id && Object.values(versionsOf(one.text)).includes(sha256));
    return { id, sha256, language, at: createdAt, title: version?.title ?? null };
  });
}

function factsOf(row: StoredRequest, studio: AskingStudio | null): Facts {
  if (studio === null || studio.terms.length === 0) return {};
  if (row.form?.terms === undefined) return { termsState: 'not-recorded' };
  const agreed = new Set(agreementsOf(studio, row).flatMap(({ id, title }) => (title === null ? [] : [id])));
  const isComplete = studio.terms.every(({ id, required }) => !required || agreed.has(id));
  return { termsState: isComplete ? 'agreed' : 'incomplete' };
}

function detailsOf(row: StoredRequest, studio: AskingStudio | null): Details {
  const agreed = studio === null ? [] : agreementsOf(studio, row);
  return agreed.length > 0 ? { terms: agreed } : {};
}

const wordsOfState = {
  agreed: 'all required ones are agreed to',
  incomplete: 'a required one is not agreed to',
  'not-recorded': 'not recorded',
} as const;

function lines({ terms = [], termsState }: Facts & Details): readonly Line[] {
  const agreed = terms.map(({ id, title, language, sha256, at }): Line => {
    const name = englishText(title);
    const version = `${language}, ${sha256}, ${at.toISOString()}`;
    return ['Agreed to', name === undefined ? `${id} (${version}; no text of the studio)` : `${name} (${version})`];
  });
  return [['Terms', termsState ? wordsOfState[termsState] : ''], ...agreed];
}

export const terms = {
  shape,
  details,
  columns: {},
  factsOf,
  detailsOf,
  lines,
  cells: {
    termsState: ({ termsState }) => termsState ?? '',
    terms: ({ terms }) => (terms ?? []).map(({ id, language, sha256 }) => `${id} (${language}) ${sha256}`).join('\n'),
  },
  customer: { terms: "coalesce(r.commission_form -> 'terms', '[]')" },
} satisfies Facet<object, Facts, Details>;

import { z } from 'zod';
import { questionKinds } from '../../../intake/submission/answered-questions.ts';
import { named } from '../../../platform/shapes/values.ts';
import { apiPath } from '../access/permissions.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { problemResponses } from '../schemas/problem.ts';

const name = z.record(z.string(), z.string()).describe('Names by language tag. `en` is always present');
const entry = named('CatalogueEntry', z.object({ id: z.string(), name }));

/** The schema of the catalogue entries that requests refer to by id. */
const offeredNames = named(
  'Catalogue',
  z.object({
    types: z.array(z.object({ id: z.string(), name, options: z.array(entry) })),
    extras: z.array(entry),
    customCards: z.array(entry),
    questions: z
      .array(z.object({ id: z.string(), label: name, kind: z.enum(questionKinds), options: z.array(entry) }))
      .optional()
      .describe('Absent when the form has no questions. Hidden ones are among them'),
    prices: z.object({ currency: z.string() }).optional().describe('Absent when the studio has no prices'),
  }),
);

const form = named(
  'Form',
  z.object({ url: z.string().nullable().describe("The address of the customers' page; null without PUBLIC_URL") }),
);

const labelList = named('LabelList', z.object({ items: z.array(z.string()) }));

/**
 * Adds routes for the names of the ids in requests, which may refer to entries that are no longer offered, and for the
 * labels in use, which clients filter by and assign, so that no list has to be maintained. And for the address
 * of the customers' page.
 */
export async function addChoiceRoutes(
  app: OperatorScope,
  { site: { formUrl }, studio: { source }, inbox: { reader } }: OperatorParts,
): Promise<void> {
  app.get(
    `${apiPath}/catalogue`,
    {
      schema: {
        operationId: 'getCatalogue',
        summary: 'Get the names of commission types, extras, custom cards and questions',
        tags: ['Requests'],
        response: { 200: offeredNames, ...problemResponses(401, 503) },
      },
    },
    async () => {
      const { questions, prices, ...names } = source.known().studio;
      return { ...names, ...(questions.length > 0 && { questions }), ...(prices && { prices }) };
    },
  );

  app.get(
    `${apiPath}/labels`,
    {
      schema: {
        operationId: 'listLabels',
        summary: 'List the labels that requests have',
        description: 'Sorted by their characters, at most 1000.',
        tags: ['Requests'],
        response: { 200: labelList, ...problemResponses(401, 503) },
      },
    },
    async () => ({ items: await reader.labels() }),
  );

  app.get(
    `${apiPath}/form`,
    {
      schema: {
        operationId: 'getForm',
        summary: 'Get the address at which customers make requests',
        tags: ['Requests'],
        response: { 200: form, ...problemResponses(401, 503) },
      },
    },
    async () => ({ url: formUrl }),
  );
}

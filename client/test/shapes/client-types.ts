import { z } from 'zod';
import { commissionFormSchema } from '../../../src/intake/submission/commission-form.ts';
import { laterPayload } from '../../../src/intake/submission/payload-schema.ts';
import { legal, question, servedTerms } from '../../../src/studio/catalogue/asked.ts';
import {
  catalogueSchema,
  labels,
  pricedEntry,
  servedExtra,
  servedTheme,
  servedType,
} from '../../../src/studio/catalogue/catalogue.ts';
import { limitsSchema } from '../../../src/studio/catalogue/limits.ts';
import { servedOpening } from '../../../src/studio/catalogue/opening-shape.ts';
import { price } from '../../../src/studio/catalogue/price.ts';
import { example, logo } from '../../../src/studio/catalogue/shown-picture.ts';
import { entry } from '../../../src/studio/catalogue/texts.ts';
import { interfacesOf } from './emit-types.ts';

const opening = servedOpening.extend({
  now: z
    .string()
    .optional()
    .describe("The service's clock when it responded, from the header `Date`. The device's own may be wrong."),
});

const received = {
  CatalogueEntry: entry,
  PricedEntry: pricedEntry,
  CommissionType: servedType,
  CatalogueExtra: servedExtra,
  CatalogueLabels: labels,
  CataloguePrice: price,
  CataloguePicture: logo,
  CatalogueExample: example,
  CatalogueQuestion: question,
  CatalogueTerms: servedTerms,
  CatalogueLegal: legal,
  CatalogueTheme: servedTheme,
  Opening: opening,
  Catalogue: catalogueSchema.extend({ opening: opening.optional().describe('Present when the studio has set it.') }),
  Limits: limitsSchema,
};

const sent = { CommissionPayload: laterPayload, CommissionForm: commissionFormSchema };

/** Returns the source of the client's `shapes.ts`: the shapes of requests and responses, by the schemas that validate it. */
export function clientTypes(): string {
  return `// Made of the service's schemas by \`npx vitest run --project service client/test/shapes.test.ts -u\`.

/** Plain text, or one text for each language tag, always with \`en\`. Never HTML. */
export type CatalogueText = string | (Readonly<Record<string, string>> & { readonly en: string });

export type OpeningState = Opening['state'];

${interfacesOf(received, 'output')}

${interfacesOf(sent, 'input')}
`;
}

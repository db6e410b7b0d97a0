import { addingKeys, insert, type Recipe } from './recipe.ts';

/** `shipping`: a text at the head of the form, which only a studio that writes one serves. */
export const studioKey: Recipe = {
  heading: 'A key of the studio',
  name: 'shipping',
  mostFiles: 7,
  adapted: null,
  edits: [
    insert(
      'src/studio/document/studio.ts',
      '  legal: legal.prefault({}),\n',
      '  shipping: localizedName.nullable().default(null),\n',
    ),
    insert(
      'src/studio/catalogue/catalogue.ts',
      '  ...asked,\n',
      "  shipping: localizedName.optional().describe('How finished work is sent.'),\n",
    ),
    insert(
      'src/studio/document/offered-catalogue.ts',
      '    ...askedOf(studio, versionsOf),\n',
      '    ...(studio.shipping && { shipping: studio.shipping }),\n',
    ),
    insert(
      'client/src/shapes.ts',
      '  readonly legal?: CatalogueLegal;\n',
      '  /** How finished work is sent. */\n  readonly shipping?: CatalogueText;\n',
    ),
    insert(
      'page/src/screen.tsx',
      '        onLanguage={onLanguage}\n      />\n',
      '      {catalogue?.shipping && (\n        <p class="introduction">\n' +
        '          <CatalogueWords text={catalogue.shipping} />\n        </p>\n      )}\n',
    ),
    insert(
      'inbox/src/studio/part-specs/word-parts.ts',
      'export const wordParts: readonly PartSpec[] = [\n',
      "  {\n    keys: ['shipping'],\n    title: 'shipping',\n    hint: 'shippingHint',\n    icon: Gift,\n    isFolded: true,\n" +
        "    fields: [{ kind: 'text', at: ['shipping'], label: 'shipping', mostCharacters: nameCharacters }],\n  },\n",
    ),
    insert(
      'docs/studio.md',
      '|---|---|\n',
      '| `shipping` | how finished work is sent: a text at the head of the form |\n',
    ),
  ],
  texts: { 'texts/inbox': addingKeys({ form: ['shipping', 'shippingHint', 'key_shipping'] }) },
  tests: [
    'client/test/shapes.test.ts',
    'src/studio/document/offer.test.ts',
    'inbox/src/studio/draft/form-model.test.ts',
    'test/repository/floors.test.ts',
  ],
  proof: `
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf } from '../src/studio/document/offered-catalogue.ts';
import { emptyStudio } from '../src/studio/document/studio.ts';
import { api, openOperatorStage, type OperatorStage } from './operator/stage.ts';

let stage: OperatorStage;

beforeAll(async () => {
  stage = await openOperatorStage();
});

afterAll(() => stage.close());

describe('a new key of the studio', () => {
  it('goes from the draft to the published document, and to customers', async () => {
    const pictures = new Map();
    expect(catalogueOf(emptyStudio, { revision: null, pictures })).not.toHaveProperty('shipping');
    const saved = await stage.owner.call('PUT', api + '/studio/draft', {
      body: { version: 1, document: { shipping: 'By post' } },
    });
    expect(saved).toMatchObject({ status: 200, body: { changed: ['shipping'] } });
    const { version } = saved.body;
    const published = await stage.owner.call('POST', api + '/studio/publish', { body: { version } });
    expect(published).toMatchObject({ status: 201, body: { document: { shipping: { en: 'By post' } } } });
    const { revision, document } = published.body;
    expect(catalogueOf(document, { revision, pictures })).toMatchObject({ shipping: { en: 'By post' } });
  });
});
`,
};

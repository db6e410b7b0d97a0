import { addingKeys, create, insert, type Recipe } from './recipe.ts';

/** `timeZone`, which the page sends beside the payload. Its files are fourteen at most, beside texts and tests. */
export const facet: Recipe = {
  heading: 'A fact beside the payload',
  name: 'time-zone',
  mostFiles: 14,
  // Tests have requests of their own, which a new fact concerns.
  adapted: /^(test|trials|bench)\/|\.test\.ts/,
  edits: [
    insert(
      'src/intake/submission/commission-form.ts',
      "  proof: base64.optional().describe('A solved challenge: JSON in base64. It is not kept'),\n",
      "  timeZone: limitedText(100).min(1).optional().describe('The time zone of the customer'),\n",
    ),
    create(
      'src/requests/facets/time-zone.ts',
      `import { z } from 'zod';
import type { Facet, FactsOf } from '../facet/facet.ts';

interface Row {
  readonly timeZone: string | null;
}

const shape = { timeZone: z.string().nullable().describe('The time zone of the customer') };

export const timeZone = {
  shape,
  columns: { timeZone: "r.commission_form->>'timeZone'" },
  factsOf: ({ timeZone }: Row) => ({ timeZone }),
  lines: ({ timeZone }) => [['Time zone', timeZone]],
  cells: { timeZone: ({ timeZone }) => timeZone ?? '' },
  sent: { timeZone: ({ timeZone }: Row) => timeZone },
  searched: ({ timeZone }) => [timeZone ?? ''],
} satisfies Facet<Row, FactsOf<typeof shape>>;
`,
    ),
    insert(
      'src/requests/facets/registry.ts',
      "import { terms } from './terms.ts';\n",
      "import { timeZone } from './time-zone.ts';\n",
    ),
    insert('src/requests/facets/registry.ts', '  queueName,\n  seenBefore,\n', '  timeZone,\n'),
    insert(
      'client/src/shapes.ts',
      '  readonly proof?: string;\n',
      '  /** The time zone of the customer */\n  readonly timeZone?: string;\n',
    ),
    insert('page/src/studio/form-details.ts', "'estimate' | 'queueName'", " | 'timeZone'"),
    insert(
      'page/src/studio/form-details.ts',
      "    ...(queueName !== '' && { queueName }),\n",
      '    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,\n',
    ),
    insert(
      'inbox/src/request/request-facts.tsx',
      '    <dl class="facts">\n',
      "      {request.timeZone !== null && <Fact name={text('timeZone')}>{request.timeZone}</Fact>}\n",
    ),
    insert('inbox/src/model/webhook-choices.ts', '  answers: true,\n', '  timeZone: true,\n'),
    insert('src/deliveries/kinds/mail/create-mail-previews.ts', '  answers: [],\n', '  timeZone: null,\n'),
    insert(
      'docs/api.md',
      '| `code` | an API token with the scope `intake`: the request is never held. It is not kept |\n',
      '| `timeZone` | the time zone of the customer |\n',
    ),
  ],
  texts: {
    'texts/inbox': addingKeys({ inbox: ['timeZone'], settings: ['webhookField_timeZone'] }),
  },
  tests: [],
  proof: `
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOf, jsonLinesOf } from '../src/http/operator/requests/export-formats.ts';
import { sentFields, sentJson } from '../src/requests/facets/sent-facts.ts';
import { openInbox } from './requests/stage.ts';
import { type MigratedDatabase, openMigratedDatabase } from './support/migrated-database.ts';

let database: MigratedDatabase;

beforeAll(async () => {
  database = await openMigratedDatabase();
});

afterAll(() => database.close());

describe('a new fact beside the payload', () => {
  it('goes to the list, one request, the search, exports and webhooks', async () => {
    const { pool } = database;
    const inbox = openInbox(pool);
    const id = await inbox.store();
    await pool.query('update commission_requests set commission_form = $2 where id = $1', [id, { timeZone: 'Asia/Tokyo' }]);
    await inbox.index();
    expect(await inbox.list({ q: 'tokyo' })).toMatchObject([{ id, timeZone: 'Asia/Tokyo' }]);
    expect(await inbox.reader.find(id)).toMatchObject({ timeZone: 'Asia/Tokyo' });
    const exported = () => inbox.exporter.export({}, 'csv', inbox.actor, new AbortController().signal);
    expect(await text(csvOf(exported(), []))).toMatch(/,timeZone,?[^]*Asia\\/Tokyo/);
    expect(JSON.parse(await text(jsonLinesOf(exported())))).toMatchObject({ timeZone: 'Asia/Tokyo' });
    expect(sentFields).toContain('timeZone');
    const { rows } = await pool.query('select ' + sentJson + ' as json from submitted_commission_requests r');
    expect(rows[0].json).toMatchObject({ timeZone: 'Asia/Tokyo' });
  });
});
`,
};

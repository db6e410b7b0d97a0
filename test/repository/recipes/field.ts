import { addingKeys, create, insert, newMigration, type Recipe } from './recipe.ts';

/** The optional text `deadline`. Its files are eleven at most, beside texts and tests. */
export const field: Recipe = {
  heading: 'A field of the form',
  name: 'deadline',
  mostFiles: 11,
  // Tests and trials have payloads of their own, which a new field concerns.
  adapted: /^(test|trials|bench)\/|^(page|inbox)\/test\/|\.test\.ts/,
  edits: [
    insert(
      'src/intake/submission/request-fields.ts',
      "  customCardId: { ...optional, ...unsearched, column: 'custom_card_id', label: 'Custom card' },\n",
      "  deadline: { ...optional, column: 'deadline', label: 'Deadline', isSearched: true, maxCharacters: 100 },\n",
    ),
    create(
      newMigration(0, 'deadline'),
      'alter table commission_requests add column deadline text;\n' +
        'create or replace view submitted_commission_requests as\n' +
        'select r.*\nfrom commission_requests r\n' +
        'where not exists (select 1 from upload_intents i where i.request_id = r.id);\n' +
        'create or replace view listed_requests as\n' +
        'select r.*\nfrom submitted_commission_requests r\nwhere r.hold is null;\n',
    ),
    insert(
      'src/intake/submission/payload-schema.ts',
      "  message: limitedText(message.maxCharacters).min(message.minCharacters).describe('What the customer would like.'),\n",
      "  deadline: limitedText(requestFields.deadline.maxCharacters).nullable().default(null).describe('By when.'),\n",
    ),
    insert(
      'client/src/shapes.ts',
      '  readonly message: string;\n',
      '  /** By when. */\n  readonly deadline?: string | null;\n',
    ),
    insert(
      'client/src/shapes.ts',
      '    readonly message: { readonly minLength: number; readonly maxLength: number };\n',
      '    readonly deadline: { readonly maxLength: number };\n',
    ),
    insert(
      'page/src/draft/draft.ts',
      "export const textFields = ['message', 'customerName', 'customerEmail', 'customerSocials'",
      ", 'deadline'",
    ),
    insert(
      'page/src/draft/draft.ts',
      'customerSocials: draft.customerSocials || null',
      ', deadline: draft.deadline || null',
    ),
    insert(
      'page/src/form/fields.tsx',
      "        hint={text('messageHint')}\n      />\n",
      '      <TextField {...bind(\'deadline\')} requirement="optional" input="line" autocomplete="off" />\n',
    ),
    insert(
      'inbox/src/request/request-facts.tsx',
      '    <dl class="facts">\n',
      "      {request.deadline !== null && <Fact name={text('deadline')}>{request.deadline}</Fact>}\n",
    ),
    insert('src/deliveries/kinds/mail/create-mail-previews.ts', '  customerSocials: null,\n', '  deadline: null,\n'),
    insert(
      'docs/api.md',
      '| `customerSocials` | string or null | no | at most 2,000 characters |\n',
      '| `deadline` | string or null | no | at most 100 characters |\n',
    ),
  ],
  texts: {
    'texts/customers': addingKeys({ page: ['deadline'] }),
    'texts/inbox': addingKeys({ inbox: ['deadline'], settings: ['webhookField_deadline'] }),
  },
  tests: ['client/test/shapes.test.ts'],
  proof: `
import { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { readPayload } from '../src/intake/submission/payload.ts';
import { sentJson } from '../src/requests/facets/sent-facts.ts';
import { createInbox } from '../src/requests/inbox/create-inbox.ts';
import { indexNewRequests } from '../src/requests/inbox/search-index.ts';
import { systemActor } from '../src/events/events.ts';
import { csvOf } from '../src/http/operator/requests/export-formats.ts';
import { text } from 'node:stream/consumers';
import { createTestDatabase } from './support/embedded-database.ts';
import { openRecords } from './support/open-records.ts';
import { submissionOf } from './support/submission.ts';

describe('a new field', () => {
  it('goes from a form to the list, the search, the export and the webhook', async () => {
    const database = await createTestDatabase();
    const pool = new Pool({ connectionString: database.url });
    const records = openRecords(pool);
    await records.ready();
    const form = { customerName: 'Mia', customerEmail: 'mia@example.org', message: 'A cat', deadline: 'before Easter' };
    const read = readPayload(Buffer.from(JSON.stringify(form)), 'later');
    if (!('payload' in read)) throw new Error('The payload is refused');
    const submission = { ...submissionOf([]), payload: read.payload };
    await records.begin(submission, new AbortController().signal);
    await indexNewRequests(pool, new AbortController().signal);
    const inbox = createInbox(pool, pool);
    const found = await inbox.reader.list({ filter: { q: 'easter' }, sort: 'newest', cursor: null, limit: 5 });
    expect(found?.items).toMatchObject([{ id: submission.id, deadline: 'before Easter' }]);
    const csv = await text(csvOf(inbox.exporter.export({}, 'csv', systemActor, new AbortController().signal), []));
    expect(csv).toMatch(/message,.*deadline/);
    expect(csv).toContain('before Easter');
    const { rows } = await pool.query('select ' + sentJson + ' as json from submitted_commission_requests r');
    expect(rows[0].json).toMatchObject({ deadline: 'before Easter' });
    await pool.end();
    await database.drop();
  });
});
`,
};

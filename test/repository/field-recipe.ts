/** An edit of the recipe for a field: `text` is put behind the first `after`, or is the whole new file. */
export interface Edit {
  readonly file: string;
  readonly after: string | null;
  readonly text: string;
}

/** The edits of code that the optional text `deadline` needs. Its words in each language are edits of texts. */
export const codeEdits: readonly Edit[] = [
  {
    file: 'src/customers/submission/request-fields.ts',
    after: "  customCardId: { ...optional, ...unsearched, column: 'custom_card_id', label: 'Custom card' },\n",
    text: "  deadline: { ...optional, column: 'deadline', label: 'Deadline', isSearched: true, maxCharacters: 100 },\n",
  },
  {
    file: 'src/customers/records/migrations/011-deadline.sql',
    after: null,
    text:
      'alter table commission_requests add column deadline text;\n' +
      'create or replace view submitted_commission_requests as\n' +
      'select r.*\nfrom commission_requests r\n' +
      'where not exists (select 1 from upload_intents i where i.request_id = r.id);\n',
  },
  {
    file: 'src/customers/submission/payload-schema.ts',
    after:
      "  message: limitedText(message.maxCharacters).min(message.minCharacters).describe('What the customer would like.'),\n",
    text: "  deadline: limitedText(requestFields.deadline.maxCharacters).nullable().default(null).describe('By when.'),\n",
  },
  {
    file: 'client/src/commission-payload.ts',
    after: '  readonly customerSocials?: string | null;\n',
    text: '  readonly deadline?: string | null;\n',
  },
  {
    file: 'client/src/limits.ts',
    after: '    readonly customerSocials: { readonly maxLength: number };\n',
    text: '    readonly deadline: { readonly maxLength: number };\n',
  },
  {
    file: 'page/src/draft/draft.ts',
    after: "export const textFields = ['customerName', 'customerEmail', 'customerSocials', 'message'",
    text: ", 'deadline'",
  },
  {
    file: 'page/src/draft/draft.ts',
    after: 'customerSocials: draft.customerSocials || null',
    text: ', deadline: draft.deadline || null',
  },
  {
    file: 'page/src/form/fields.tsx',
    after: "        hint={text('messageHint')}\n      />\n",
    text: '      <TextField {...bind(\'deadline\')} requirement="optional" input="line" autocomplete="off" />\n',
  },
  {
    file: 'inbox/src/request/request-facts.tsx',
    after: '    <dl class="facts">\n',
    text: "      {request.deadline !== null && <Fact name={text('deadline')}>{request.deadline}</Fact>}\n",
  },
  {
    file: 'src/operators/deliveries/kinds/mail/create-mail-previews.ts',
    after: '  customerSocials: null,\n',
    text: '  deadline: null,\n',
  },
];

/** Files of messages: the field's name, and its label in the list of fields of a webhook. */
export const messages = {
  'page/messages': ['deadline'],
  'inbox/messages': ['deadline', 'webhookField_deadline'],
} as const;

/** A test in the scratch copy: the field goes from a form to a search, an export and a webhook. */
export const scratchTest = `
import { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { readPayload } from '../src/customers/submission/payload.ts';
import { requestJson } from '../src/operators/deliveries/ledger/dispatch-row.ts';
import { createInbox } from '../src/operators/inbox/create-inbox.ts';
import { indexNewRequests } from '../src/operators/inbox/search-index.ts';
import { systemActor } from '../src/customers/events/events.ts';
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
    const csv = await text(csvOf(inbox.exporter.export({}, 'csv', systemActor, new AbortController().signal)));
    expect(csv).toMatch(/message,.*deadline/);
    expect(csv).toContain('before Easter');
    const { rows } = await pool.query('select ' + requestJson + ' as json from submitted_commission_requests r');
    expect(rows[0].json).toMatchObject({ deadline: 'before Easter' });
    await pool.end();
    await database.drop();
  });
});
`;

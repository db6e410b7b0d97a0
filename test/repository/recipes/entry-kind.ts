import { addingKeys, create, insert, type Recipe } from './recipe.ts';

const entries = 'src/operators/requests/entries';

/** `call`: what was said on the phone. Operators add it and read it. */
export const entryKind: Recipe = {
  heading: 'An entry kind',
  name: 'call',
  mostFiles: 12,
  adapted: null,
  edits: [
    insert('src/customers/events/event-kinds.ts', "  'queue-name',\n", "  'call',\n"),
    insert('src/customers/events/event-kinds.ts', "  'public-message': 'customer',\n", "  call: 'operators',\n"),
    create(
      `${entries}/call/call-kind.ts`,
      `import { text } from '../../../../platform/shapes/values.ts';
import type { Kind } from '../kind.ts';

/** What was said on the phone. */
export const call: Kind = {
  text: text(5000),
  call: {
    path: 'calls',
    bodyName: 'Call',
    operationId: 'addCall',
    summary: 'Add what was said on the phone',
    writers: { role: 'operator', scope: 'write' },
  },
};
`,
    ),
    insert(
      `${entries}/registry.ts`,
      "import type { EntryCall, Kind } from './kind.ts';\n",
      "import { call as phoneCall } from './call/call-kind.ts';\n",
    ),
    insert(`${entries}/registry.ts`, "'public-message': publicMessage", ', call: phoneCall'),
    insert('inbox/src/request/written.tsx', '  note: StickyNote,\n', '  call: StickyNote,\n'),
    insert(
      'inbox/src/parts/event-text.ts',
      "      return text('eventNote');\n",
      "    case 'call':\n      return text('eventCall');\n",
    ),
    insert(
      'test/operator/permissions.test.ts',
      '/notes`]: writers,\n',
      '  [`POST ${api}/requests/:id/calls`]: writers,\n',
    ),
    insert('test/operator/responses.test.ts', "  addNote: { text: 'A note' },\n", "  addCall: { text: 'A call' },\n"),
    insert(
      'test/operator/responses.test.ts',
      "  'addNote 201': async () => post(`/requests/${await stage.inbox.store()}/notes`, { text: 'A note' }),\n",
      "  'addCall 201': async () => post(`/requests/${await stage.inbox.store()}/calls`, { text: 'A call' }),\n",
    ),
    insert(
      'test/operator/recorded-changes.ts',
      "      return { kind: 'note', path, body: { text: 'Call back' }, by: program() };\n    },\n",
      "    'POST /requests/:id/calls': async () => {\n" +
        '      const path = `/requests/${await stage().inbox.store()}/calls`;\n' +
        "      return { kind: 'call', path, body: { text: 'Call back' }, by: program() };\n    },\n",
    ),
    insert(
      'docs/operator-api.md',
      '| `POST requests/{id}/notes` | adds an internal note, `{"text": …}`; 201 with its event |\n',
      '| `POST requests/{id}/calls` | adds what was said on the phone, `{"text": …}`; 201 with its event |\n',
    ),
    insert('CHANGELOG.md', '### Operators\n\n', '- `POST requests/{id}/calls` keeps what was said on the phone.\n'),
  ],
  texts: { 'inbox/messages': addingKeys('eventCall') },
  tests: ['inbox/src/language/inbox-messages.test.ts', 'test/operator/permissions.test.ts'],
  proof: `
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../src/customers/events/events.ts';
import { eraseRequests } from '../src/keeping/erasure/erase-requests.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import { api, openOperatorStage, type OperatorStage } from './operator/stage.ts';

let stage: OperatorStage;

beforeAll(async () => {
  stage = await openOperatorStage();
});

afterAll(() => stage.close());

describe('a new kind of entry', () => {
  it('is added through the API, shown in the timeline, and erased with its request', async () => {
    const id = await stage.inbox.store();
    const { pool } = stage.database;
    const added = await stage.owner.call('POST', api + '/requests/' + id + '/calls', { body: { text: 'Rang Mia' } });
    expect(added).toMatchObject({ status: 201, body: { kind: 'call', from: null, to: 'Rang Mia' } });
    const events = await stage.owner.call('GET', api + '/requests/' + id + '/events');
    expect(events.body.items.at(-1)).toEqual(added.body);
    expect((await stage.owner.call('GET', '/openapi.json')).text).toContain('addCall');
    await inTransaction(pool, (client) => eraseRequests(client, [id], { reason: 'request', actor: systemActor }));
    expect((await pool.query('select from request_entries')).rows).toEqual([]);
  });
});
`,
};

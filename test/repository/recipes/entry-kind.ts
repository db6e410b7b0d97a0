import { addingKeys, insert, type Recipe } from './recipe.ts';

const registry = 'src/requests/entries/registry.ts';

/** `meeting`: an agreement of a meeting. Operators add it and read it. */
export const entryKind: Recipe = {
  heading: 'An entry kind',
  name: 'meeting',
  mostFiles: 11,
  adapted: null,
  edits: [
    insert('src/events/event-kinds.ts', "  'queue-name',\n", "  'meeting',\n"),
    insert('src/events/event-kinds.ts', "  'public-message': 'customer',\n", "  meeting: 'operators',\n"),
    insert(
      registry,
      "import { named, text } from '../../platform/shapes/values.ts';\n",
      `
/** An agreement of a meeting. */
const meeting: Kind = {
  text: text(5000),
  endpoint: {
    path: 'meetings',
    bodyName: 'Meeting',
    operationId: 'addMeeting',
    summary: 'Add an agreement of a meeting',
    writers: { role: 'operator', scope: 'write' },
  },
};
`,
    ),
    insert(registry, "'public-message': publicMessage", ', meeting'),
    insert('inbox/src/request/written.tsx', '  note: StickyNote,\n', '  meeting: StickyNote,\n'),
    insert(
      'inbox/src/parts/event-text.ts',
      "      return text('eventNote');\n",
      "    case 'meeting':\n      return text('eventMeeting');\n",
    ),
    insert(
      'test/operator/permissions.test.ts',
      '/notes`]: writers,\n',
      `  [\`POST \${api}/requests/:id/meetings\`]: writers,\n`,
    ),
    insert(
      'test/operator/responses.test.ts',
      "  addNote: { text: 'A note' },\n",
      "  addMeeting: { text: 'A meeting' },\n",
    ),
    insert(
      'test/operator/responses.test.ts',
      `  'addNote 201': async () => post(\`/requests/\${await stage.inbox.store()}/notes\`, { text: 'A note' }),\n`,
      `  'addMeeting 201': async () => post(\`/requests/\${await stage.inbox.store()}/meetings\`, { text: 'A meeting' }),\n`,
    ),
    insert(
      'test/operator/recorded-changes.ts',
      "      return { kind: 'note', path, body: { text: 'Call back' }, by: program() };\n    },\n",
      "    'POST /requests/:id/meetings': async () => {\n" +
        `      const path = \`/requests/\${await stage().inbox.store()}/meetings\`;\n` +
        "      return { kind: 'meeting', path, body: { text: 'Call back' }, by: program() };\n    },\n",
    ),
    insert(
      'docs/operator-api.md',
      '| `POST requests/{id}/notes` | adds an internal note, `{"text": …}`; 201 with its event |\n',
      '| `POST requests/{id}/meetings` | adds an agreement of a meeting, `{"text": …}`; 201 with its event |\n',
    ),
    insert('CHANGELOG.md', '### Artists\n\n', '- `POST requests/{id}/meetings` keeps an agreement of a meeting.\n'),
  ],
  texts: { 'texts/inbox': addingKeys({ inbox: ['eventMeeting'] }) },
  tests: ['inbox/src/language/inbox-messages.test.ts', 'test/operator/permissions.test.ts'],
  proof: `
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../src/events/events.ts';
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
    const added = await stage.owner.call('POST', api + '/requests/' + id + '/meetings', { body: { text: 'Met Mia' } });
    expect(added).toMatchObject({ status: 201, body: { kind: 'meeting', from: null, to: 'Met Mia' } });
    const events = await stage.owner.call('GET', api + '/requests/' + id + '/events');
    expect(events.body.items.at(-1)).toEqual(added.body);
    expect((await stage.owner.call('GET', '/openapi.json')).text).toContain('addMeeting');
    await inTransaction(pool, (client) => eraseRequests(client, [id], { reason: 'request', actor: systemActor }));
    expect((await pool.query('select from request_entries')).rows).toEqual([]);
  });
});
`,
};

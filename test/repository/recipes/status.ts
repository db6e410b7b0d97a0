import { addingKeys, create, insert, inserting, newMigration, type Recipe } from './recipe.ts';

/** `IN_REVIEW`: an open status, which customers pass on the way to a finished commission. */
export const status: Recipe = {
  heading: 'A status',
  name: 'IN_REVIEW',
  mostFiles: 7,
  adapted: null,
  edits: [
    insert('src/events/statuses.ts', "requestStatuses = [\n  'NEW',\n", "  'IN_REVIEW',\n"),
    insert('src/events/statuses.ts', "openStatuses = [\n  'NEW',\n", "  'IN_REVIEW',\n"),
    create(
      newMigration(1, 'in-review'),
      'create or replace function is_request_status(status text) returns boolean language plpgsql immutable parallel safe as $$\n' +
        "begin\n  return status in ('NEW', 'WAITLISTED', 'ACCEPTED', 'IN_PROGRESS', 'IN_REVIEW', 'COMPLETED', 'DECLINED', 'CANCELLED', 'SPAM');\nend\n$$;\n",
    ),
    insert(
      'src/events/status-links/shown-status.ts',
      "const defaultSteps: readonly ShownStatus[] = ['NEW'",
      ", 'IN_REVIEW'",
    ),
    insert(
      'src/http/status-page/status-page.tsx',
      "  IN_PROGRESS: { tone: '', mark: dots },\n",
      "  IN_REVIEW: { tone: 'waiting', mark: dots },\n",
    ),
    insert('inbox/src/styles/statuses.css', '.waitlisted', ',\n.in_review'),
    insert('inbox/src/parts/status-icon.tsx', '  NEW: CircleDot,\n', '  IN_REVIEW: CircleDot,\n'),
    insert('docs/operator-api.md', '`WAITLISTED`, ', '`IN_REVIEW`, '),
  ],
  texts: {
    'texts/customers': (before) =>
      inserting(
        '"subjects": {',
        '"IN_REVIEW": "{studio} looks at {work}",',
      )(
        inserting(
          '"statuses": {',
          '"IN_REVIEW": { "title": "In review", "text": "We look at your request.", "next": "We will write to you." },',
        )(before),
      ),
    'texts/inbox': addingKeys({
      inbox: ['status_IN_REVIEW'],
      form: ['key_IN_REVIEW'],
      settings: ['historyStatus_IN_REVIEW'],
    }),
  },
  tests: [
    'src/http/status-page/status-page.test.ts',
    'inbox/src/model/urgency.test.ts',
    'page-kit/language/texts.test.ts',
    'test/records/schema.test.ts',
  ],
  proof: `
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, openOperatorStage, type OperatorStage } from './operator/stage.ts';

let stage: OperatorStage;

beforeAll(async () => {
  stage = await openOperatorStage();
});

afterAll(() => stage.close());

describe('a new status', () => {
  it('is set through the API, filtered, counted, and shown in the history', async () => {
    const id = await stage.inbox.store();
    await stage.inbox.store();
    const body = { version: 1, status: 'IN_REVIEW' };
    const set = await stage.owner.call('PATCH', api + '/requests/' + id, { body });
    expect(set).toMatchObject({ status: 200, body: { status: 'IN_REVIEW' } });
    const listed = await stage.owner.call('GET', api + '/requests?status=IN_REVIEW');
    expect(listed.body).toMatchObject({ items: [{ id }], counts: { IN_REVIEW: 1, NEW: 1 } });
    const events = await stage.owner.call('GET', api + '/requests/' + id + '/events');
    expect(events.text).toContain('"to":"IN_REVIEW"');
  });
});
`,
};

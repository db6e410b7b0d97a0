import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { createRequestEditor } from '../../src/requests/inbox/request-editor.ts';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { createStudioRevisions } from '../../src/studio/revisions/create-studio-revisions.ts';
import { payloadPart, postParts } from '../support/form.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

function publish(studio: object): Promise<unknown> {
  const publication = { version: null, note: null, actor: systemActor };
  return createStudioRevisions(service.pool, null).publish(() => studioSchema.parse(studio), publication);
}

const types = [{ id: 'bust', name: { en: 'Bust', de: 'Büste' } }];
const id = (last: string) => `01890000-0000-7000-8000-00${last.padStart(10, '0')}`;

async function add(last: string, status: string, typeId: string | null, queueName: string | null): Promise<void> {
  const text = `
    insert into commission_requests (
      id, created_at, status, customer_name, customer_email, message, extra_ids, type_id, changed_at, commission_form
    )
    values ($1, '2026-10-31T23:30:00Z', $2, 'Zoë Secret', 'zoe@example.org', 'Two cats', '{}', $3, now(), $4)`;
  await service.pool.query(text, [id(last), status, typeId, queueName === null ? null : { v: 1, queueName }]);
}

const show = (last: string, queueNameShown: boolean) =>
  createRequestEditor(service.pool).change(id(last), null, { queueNameShown }, systemActor);
const names = async () =>
  Object.values((await (await queue()).json()) as object)
    .flat()
    .flatMap(({ name }) => name ?? []);

const queue = () => fetch(`${service.address}/api/v1/queue`);
const page = (query = '') => fetch(`${service.address}/queue${query}`);

describe('a queue that is not shown', () => {
  it('is not found, and the catalogue says nothing of it', async () => {
    expect([(await queue()).status, (await page()).status]).toEqual([404, 404]);
    await publish({ types, queue: { isShown: false, asksName: true } });
    await expect
      .poll(async () => (await (await fetch(`${service.address}/api/v1/catalogue`)).json()) as object)
      .toHaveProperty('revision', 1);
    expect((await queue()).status).toBe(404);
  });
});

describe('a queue that is shown', () => {
  beforeAll(async () => {
    await add('1', 'IN_PROGRESS', 'bust', '<script>alert(1)</script>\u202e\nZoë');
    await add('2', 'ACCEPTED', 'https://strange.example', null);
    await add('3', 'WAITLISTED', 'bust', 'Waiting');
    await add('4', 'COMPLETED', null, null);
    await add('9', 'ACCEPTED', null, 'Moved to strange.example');
    for (const last of ['1', '3', '8', '9']) await show(last, true);
    for (const [last, status] of [
      ['5', 'DECLINED'],
      ['6', 'SPAM'],
      ['7', 'CANCELLED'],
      ['8', 'NEW'],
    ] as const) {
      await add(last, status, 'bust', 'Hidden');
    }
    await publish({
      title: 'Lindenhof',
      types,
      queue: { isShown: true, asksName: true },
      theme: { accent: { light: '#8a2b5c' }, scheme: 'light', typeface: 'serif' },
    });
  });

  const isShown = () => expect.poll(async () => (await queue()).status).toBe(200);

  it('has type, month and part of the number, and a name only if the customer has chosen one', async () => {
    await isShown();
    const response = await queue();
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(await response.json()).toEqual({
      inProgress: [{ type: 'bust', month: '2026-10', number: '0000', name: '<script>alert(1)</script> Zoë' }],
      next: [
        { type: null, month: '2026-10', number: '0000' },
        { type: null, month: '2026-10', number: '0000' },
      ],
      waiting: 1,
      finished: [{ type: null, month: '2026-10', number: '0000' }],
    });
    const catalogue = await (await fetch(`${service.address}/api/v1/catalogue`)).json();
    expect(catalogue).toMatchObject({ queue: { asksName: true } });
  });

  it('has a name once an operator shows it, and no longer when one leaves it out', async () => {
    await add('10', 'ACCEPTED', 'bust', 'Ann');
    await expect.poll(async () => JSON.stringify(await (await queue()).json()).match(/"bust"/g)).toHaveLength(2);
    expect(await names()).not.toContain('Ann');
    await show('10', true);
    await expect.poll(names).toContain('Ann');
    await show('10', false);
    await expect.poll(names).not.toContain('Ann');
  });

  it('is a page in the language and theme, without what strangers could make of it', async () => {
    await isShown();
    const response = await page('?lang=de');
    const html = await response.text();
    expect(response.headers.get('x-robots-tag')).toContain('noindex');
    expect(response.headers.get('content-security-policy')?.match(/style-src ('sha256-[^']+' ?){2}/)).not.toBeNull();
    expect(html).toContain('<h1>Warteschlange</h1>');
    expect(html).toContain('Büste');
    expect(html).toContain('Oktober 2026');
    expect(html).toContain('#8a2b5c');
    expect(html).toContain('alert(1)');
    for (const secret of ['Secret', 'zoe@', 'Two cats', 'strange.example', 'Hidden', 'Moved', '<script>alert']) {
      expect(html).not.toContain(secret);
    }
  });

  it('has the theme that the status page, dead links and addresses without a page have too', async () => {
    await isShown();
    const submitted = await postParts(service.endpoint, [payloadPart()]);
    const paths = [submitted.headers.get('location') ?? '', '/requests/x', `/terms/${'0'.repeat(64)}`, '/nowhere'];
    for (const path of paths) {
      const response = await fetch(service.address + path, { headers: { accept: 'text/html' } });
      const [, theme = ''] = /<style>([^<]*#8a2b5c[^<]*)<\/style>/.exec(await response.text()) ?? [];
      const source = `'sha256-${createHash('sha256').update(theme).digest('base64')}'`;
      expect([path, response.headers.get('content-security-policy')]).toEqual([path, expect.stringContaining(source)]);
    }
  });

  it('shows no name when the studio does not ask for one', async () => {
    await publish({ types, queue: { isShown: true } });
    await expect.poll(async () => JSON.stringify(await (await queue()).json())).not.toContain('name');
  });
});

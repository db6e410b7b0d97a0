import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createInbox } from '../../src/requests/inbox/create-inbox.ts';
import { versionOf } from '../../src/studio/document/terms-version.ts';
import { createStudioRevisions } from '../../src/studio/revisions/create-studio-revisions.ts';
import { encodeForm, payloadPart, postForm, postParts } from '../support/form.ts';
import { publishStudio } from '../support/publish-studio.ts';
import { startTestService, type TestService } from '../support/service.ts';

let directory: string;
/** Of the database. Its studio has no file. */
let host: TestService;
let services: TestService[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'file-revisions-'));
  host = await startTestService();
  services = [];
});

afterEach(async () => {
  for (const service of services) await service.close();
  await host.close();
  await rm(directory, { recursive: true });
});

const fileOf = (words: string) => ({
  questions: [{ id: 'size', label: `Size ${words}`, kind: 'text' }],
  terms: [{ id: 'use', title: 'Use', text: `Terms ${words}`, required: true }],
});

async function start(words: string): Promise<TestService> {
  const path = join(directory, `${words}.json`);
  await writeFile(path, JSON.stringify(fileOf(words)));
  const service = await startTestService({ DATABASE_URL: host.databaseUrl, CATALOGUE_FILE: path });
  services.push(service);
  return service;
}

const catalogueOf = async ({ address }: TestService) =>
  (await (await fetch(`${address}/api/v1/catalogue`)).json()) as { revision?: number; questions?: object };

/** Sends a form as the page would, and resolves with its id. */
async function send(service: TestService, words: string): Promise<string> {
  const { revision } = await catalogueOf(service);
  const terms = [{ id: 'use', sha256: versionOf(`Terms ${words}`), language: 'en' }];
  const body = JSON.stringify({ v: 1, revision, answers: { size: 'A4' }, terms });
  const part = { headers: ['Content-Disposition: form-data; name="commission-form"'], body };
  const sent = await postForm(service.endpoint, encodeForm([payloadPart(), part]));
  expect(sent.status).toBe(201);
  return String(sent.body.id);
}

/** Sends a form without the page, and resolves with its id. */
async function sendAlone(service: TestService): Promise<string> {
  const { rows } = await host.pool.query('select id from commission_requests');
  expect((await postParts(service.endpoint, [payloadPart()])).status).toBe(201);
  const known = rows.map(({ id }) => id);
  return (await host.pool.query('select id from commission_requests where id <> all($1)', [known])).rows[0].id;
}

const find = (id: string) => createInbox(host.pool, host.pool).reader.find(id);
const revisions = () => createStudioRevisions(host.pool, null);

describe('the content of CATALOGUE_FILE', () => {
  it('is one revision, however many processes start with it, and however often', async () => {
    const [one, other] = await Promise.all([start('one'), start('one')]);
    expect(await catalogueOf(one)).toMatchObject({ revision: 1 });
    expect(await catalogueOf(other)).toMatchObject({ revision: 1 });
    const newer = await start('two');
    expect(await catalogueOf(newer)).toMatchObject({ revision: 2 });
    expect(await catalogueOf(await start('one'))).toMatchObject({ revision: 1 });
    expect(await revisions().list(null, 10)).toMatchObject([
      { revision: 2, actor: { kind: 'file' }, changed: ['questions', 'terms'] },
      { revision: 1, actor: { kind: 'file' }, changed: ['questions', 'terms'] },
    ]);
    const { rows } = await host.pool.query(
      'select actor_kind, "from", "to" from request_events where kind = \'studio\' order by seq',
    );
    const [changed, restores] = [['questions', 'terms'], null];
    expect(rows).toEqual([
      { actor_kind: 'system', from: null, to: { revision: 1, changed, restores } },
      { actor_kind: 'system', from: null, to: { revision: 2, changed, restores } },
    ]);
    expect(await revisions().find(1)).toMatchObject({ document: { questions: [{ label: { en: 'Size one' } }] } });
    expect(await revisions().published()).toBeNull();
    expect(await catalogueOf(host)).not.toHaveProperty('questions');
  });

  it('stays what a request was sent by, after the file has changed and when it is gone', async () => {
    const first = await start('one');
    const id = await send(first, 'one');
    const seen = {
      studioRevision: 1,
      answers: [{ id: 'size', label: { en: 'Size one' }, value: 'A4' }],
      termsState: 'agreed',
    };
    expect(await find(id)).toMatchObject(seen);
    const second = await start('two');
    expect(await find(await send(second, 'two'))).toMatchObject({ studioRevision: 2, termsState: 'agreed' });
    expect(await find(id)).toMatchObject(seen);
    expect(await find(await sendAlone(first))).toMatchObject({ studioRevision: null, termsState: 'not-recorded' });
    expect(await find(await sendAlone(host))).not.toHaveProperty('termsState');
  });

  it('has another revision over what is published later, at the process that publishes nothing too', async () => {
    const service = await start('one');
    expect(await publishStudio(host.pool, { title: 'Lindenhof', terms: [] })).toBe(2);
    await expect.poll(() => catalogueOf(service)).toMatchObject({ revision: 3, title: { en: 'Lindenhof' } });
    expect(await revisions().published()).toMatchObject({ revision: 2 });
    expect((await revisions().draft()).basedOn).toBe(2);
    expect(await find(await send(service, 'one'))).toMatchObject({ studioRevision: 3, termsState: 'agreed' });
    // The file sets nothing that is not published.
    expect(await publishStudio(host.pool, { title: 'Lindenhof', ...fileOf('one') })).toBe(4);
    await expect.poll(() => catalogueOf(service)).toMatchObject({ revision: 4 });
  });

  it('is served without a revision while none can be stored', async () => {
    const service = await start('one');
    await host.pool.query("alter table studio_revisions add constraint no_file check (actor_kind <> 'file') not valid");
    await publishStudio(host.pool, { title: 'Lindenhof' });
    await expect.poll(() => catalogueOf(service)).toMatchObject({ title: { en: 'Lindenhof' }, questions: [{}] });
    expect(await catalogueOf(service)).not.toHaveProperty('revision');
    await host.pool.query('alter table studio_revisions drop constraint no_file');
    await publishStudio(host.pool, { title: 'Lindenhof 2' });
    await expect.poll(() => catalogueOf(service)).toMatchObject({ revision: 4 });
  });
});

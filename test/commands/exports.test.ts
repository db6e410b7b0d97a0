import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { versionOf } from '../../src/studio/document/terms-version.ts';
import { filePart } from '../support/form.ts';
import { storeOpeningNotice } from '../support/opening-notice.ts';
import { publishStudio } from '../support/publish-studio.ts';
import { type CommandStage, openCommands } from './stage.ts';

let stage: CommandStage;

beforeAll(async () => {
  stage = await openCommands();
});

afterAll(() => stage.close());

/** Unpacks a zip into this folder. Returns the only request of the person. */
async function unpackedRequest(zip: string, name: string) {
  const folder = join(stage.folder, name);
  execFileSync('python3', ['-m', 'zipfile', '-e', zip, folder]);
  const [request] = JSON.parse(await readFile(join(folder, 'requests.json'), 'utf8'));
  return [request, folder] as const;
}

describe('commissions requests export', () => {
  it('exports all of a filter as JSON Lines and as CSV, to a new file that only its owner reads', async () => {
    const id = await stage.submit('export@example.org', '=cmd');
    const { stdout } = await stage.run('requests', 'export', '--from', '2020-01-01');
    expect(
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).id),
    ).toContain(id);
    const path = join(stage.folder, 'all.csv');
    expect(await stage.run('requests', 'export', '--format', 'csv', '--output', path)).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(await readFile(path, 'utf8')).toContain(`,'=cmd,`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await stage.run('requests', 'export', '--output', path)).toMatchObject({
      code: 1,
      stderr: `Could not export: ${path} exists already\n`,
    });
    expect(await stage.run('requests', 'export', '--output', join(stage.folder, 'nope/all.jsonl'))).toMatchObject({
      code: 1,
      stderr: `Could not export: the folder ${join(stage.folder, 'nope')} does not exist\n`,
    });
  });

  it('exports what a person answered and agreed to, with its text as it was', async () => {
    const id = await stage.submit('agreed@example.org');
    const { pool } = stage.service;
    const question = { id: 'use', label: 'Use?', kind: 'text' };
    const revision = await publishStudio(pool, {
      questions: [question],
      terms: [{ id: 'usage', title: 'Usage', text: { en: 'No AI.', de: 'Keine KI.' } }],
    });
    await publishStudio(pool, {});
    const sha256 = [versionOf('Keine KI.'), versionOf('Forged')];
    const terms = sha256.map((one) => ({ id: 'usage', sha256: one, language: 'de' }));
    const form = { v: 1, revision, answers: { use: 'A wall' }, terms };
    await pool.query('update commission_requests set commission_form = $1 where id = $2', [form, id]);
    const path = join(stage.folder, 'agreed.zip');
    expect(await stage.run('requests', 'export', '--email', 'agreed@example.org', '--output', path)).toMatchObject({
      code: 0,
    });
    const [request] = await unpackedRequest(path, 'agreed');
    expect(request.answers).toMatchObject([{ label: { en: 'Use?' }, value: 'A wall' }]);
    expect(request.terms).toEqual([
      { ...terms[0], at: request.createdAt, title: { en: 'Usage' }, text: 'Keine KI.' },
      { ...terms[1], at: request.createdAt, title: null, text: null },
    ]);
  });

  it('exports all that is kept of a person as a zip, with names that are safe to unpack', async () => {
    const id = await stage.submit('zip@example.org', 'Vera', filePart('../../evil.png', 'abc'), filePart('CON', ''));
    await stage.submit('ZIP@example.org');
    await stage.submit('other@example.org', 'Somebody else');
    const path = join(stage.folder, 'person.zip');
    expect(await stage.run('requests', 'export', '--email', 'Zip@Example.org', '--output', path)).toMatchObject({
      code: 0,
    });
    execFileSync('python3', ['-m', 'zipfile', '-e', path, join(stage.folder, 'unpacked')]);
    const requests = JSON.parse(await readFile(join(stage.folder, 'unpacked/requests.json'), 'utf8'));
    expect(requests).toHaveLength(2);
    expect(requests).toContainEqual(
      expect.objectContaining({ id, events: [expect.objectContaining({ kind: 'created' })] }),
    );
    const names = (await readdir(join(stage.folder, 'unpacked'), { recursive: true })).sort();
    const { number } = requests.find((request: { id: string }) => request.id === id);
    expect(names).toEqual(['requests.json', number, `${number}/0-.._.._evil.png`, `${number}/1-CON`].sort());
    expect(await readFile(join(stage.folder, `unpacked/${number}/0-.._.._evil.png`), 'utf8')).toBe('abc');
  });

  it('exports the rest of a person beside attachments that were altered, cut or lost, and names each', async () => {
    const names = ['whole', 'altered', 'cut', 'lost'];
    const bytes = (name: string) => Buffer.alloc(200_000, name);
    const id = await stage.submit('lost@example.org', 'Vera', ...names.map((name) => filePart(name, bytes(name))));
    for (const path of await stage.storedFiles()) {
      const content = await readFile(path);
      const is = (name: string) => content.equals(bytes(name));
      if (is('altered')) await writeFile(path, Buffer.concat([content.subarray(1), Buffer.from('!')]));
      if (is('cut')) await truncate(path, 199_999);
      if (is('lost')) await rm(path);
    }
    const path = join(stage.folder, 'lost.zip');
    expect(await stage.run('requests', 'export', '--email', 'lost@example.org', '--output', path)).toMatchObject({
      code: 3,
      stderr:
        `The bucket has other bytes of file 1 of request ${id}\n` +
        `The bucket has other bytes of file 2 of request ${id}\nThe bucket lacks file 3 of request ${id}\n`,
    });
    const [request, unpacked] = await unpackedRequest(path, 'lost');
    expect(await readdir(join(unpacked, request.number))).toEqual(['0-whole']);
    expect(request.files).toHaveLength(4);
    await stage.run('requests', 'erase', id);
  });

  it('exports what the guard holds of a person', async () => {
    const id = await stage.submit('held@example.org');
    const { pool } = stage.service;
    await pool.query("update commission_requests set hold = 'held' where id = $1", [id]);
    await pool.query("insert into request_signals (request_id, kind, held) values ($1, 'many-links', true)", [id]);
    const path = join(stage.folder, 'held.zip');
    expect(await stage.run('requests', 'export', '--email', 'held@example.org', '--output', path)).toMatchObject({
      code: 0,
    });
    const [request] = await unpackedRequest(path, 'held');
    expect(request).toMatchObject({ id, held: { reasons: [{ kind: 'many-links' }] } });
  });

  it('exports and erases the wish to hear when the form opens, also without a request', async () => {
    const { pool } = stage.service;
    await storeOpeningNotice(pool, 'Opens@example.org');
    const path = join(stage.folder, 'opens.zip');
    expect(await stage.run('requests', 'export', '--email', 'opens@example.org', '--output', path)).toMatchObject({
      code: 0,
    });
    const [request, folder] = await unpackedRequest(path, 'opens');
    expect(request).toBeUndefined();
    const notice = JSON.parse(await readFile(join(folder, 'opening-notice.json'), 'utf8'));
    expect(notice).toMatchObject({ email: 'Opens@example.org', language: 'de', confirmedAt: null });
    const erase = (...more: string[]) => stage.run('requests', 'erase', '--email', 'opens@example.org', ...more);
    expect(await erase('--dry-run', '--json')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'The address also waits to hear when the form opens\n',
    });
    expect(await erase()).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'The address no longer waits to hear when the form opens\n',
    });
    expect((await pool.query('select from opening_notices')).rowCount).toBe(0);
  });

  it('exports and forgets the blocks that name a person, also without a request', async () => {
    const { pool } = stage.service;
    await pool.query(
      "insert into guard_blocks (kind, value, key, reason) values ('email', 'Bl.ocked@example.org', 'a', 'Rude')",
    );
    const path = join(stage.folder, 'blocked.zip');
    expect(await stage.run('requests', 'export', '--email', 'blocked@example.org', '--output', path)).toMatchObject({
      code: 0,
    });
    const [, folder] = await unpackedRequest(path, 'blocked');
    const blocks = JSON.parse(await readFile(join(folder, 'blocks.json'), 'utf8'));
    expect(blocks).toMatchObject([{ kind: 'email', value: 'Bl.ocked@example.org', reason: 'Rude' }]);
    const erase = (...more: string[]) => stage.run('requests', 'erase', '--email', 'blocked@example.org', ...more);
    expect(await erase('--dry-run', '--json')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '1 block would lose address and reason\n',
    });
    expect(await erase()).toMatchObject({ code: 0, stdout: '', stderr: '1 block lost address and reason\n' });
    expect((await pool.query('select value, reason from guard_blocks')).rows).toEqual([{ value: null, reason: null }]);
  });

  it('exports the mails that a person was sent, and not those to operators', async () => {
    const id = await stage.submit('mailed@example.org');
    const mail = { replyTo: null, subject: 'Hello', text: 'We have it', html: null, unsubscribe: null };
    const mailTo = (address: string) => JSON.stringify({ to: [{ name: '', address }], ...mail });
    const { pool } = stage.service;
    await pool.query(
      `with channel as (
        insert into delivery_channels (id, kind, name, state, types, settings)
        values (gen_random_uuid(), 'mail', 'Customers', 'held', '{request.status_changed}', '{"audience":"customers"}')
        returning id
      ), delivery as (
        insert into deliveries (channel_id, request_id, type, state, due_at, attempt, finished_at, body)
        select id, $1::uuid, 'request.created', 'delivered', null, 1, now(), body from channel, unnest($2::text[]) body
        returning id, channel_id
      )
      insert into delivery_attempts (delivery_id, number, channel_id, started_at, result, cause, response)
      select id, 1, channel_id, now(), 'delivered', 'accepted', '250 taken' from delivery`,
      [id, [mailTo('mailed@example.org'), mailTo('operator@example.org')]],
    );
    const path = join(stage.folder, 'mailed.zip');
    expect(await stage.run('requests', 'export', '--email', 'mailed@example.org', '--output', path)).toMatchObject({
      code: 0,
    });
    const [request] = await unpackedRequest(path, 'mailed');
    expect(request.mails).toEqual([
      expect.objectContaining({
        type: 'request.created',
        state: 'delivered',
        finishedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        mail: { to: [{ name: '', address: 'mailed@example.org' }], ...mail },
        attempts: [expect.objectContaining({ result: 'delivered', response: '250 taken' })],
      }),
    ]);
  });
});

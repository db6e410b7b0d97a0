import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { versionOf } from '../../src/customers/studio/asked.ts';
import { indexNewRequests } from '../../src/operators/inbox/search-index.ts';
import { clusterDirectory } from '../../src/platform/database/embedded/cluster.ts';
import { processesIn, removeDataDirectory } from '../database/data-directory.ts';
import { runCommand, startCommand } from '../support/command.ts';
import { filePart, payloadPart, postParts, type RawPart } from '../support/form.ts';
import { freePort } from '../support/free-port.ts';
import { publishStudio } from '../support/publish-studio.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

/** The working directory of the service, with the embedded database. The commands run while the service runs. */
let directory: string;
let service: ServiceProcess;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'requests-'));
  service = startServiceProcess({ env: environment(), cwd: directory });
  await service.address;
});

afterAll(async () => {
  service.child.kill('SIGTERM');
  await service.ended;
  const left = await processesIn(directory);
  await removeDataDirectory(directory);
  expect(left).toEqual([]);
});

const environment = () => ({ BUCKET_NAME: 'attachments', DATA_DIR: join(directory, 'data') });
const options = (env: Record<string, string> = {}) => ({ env: { ...environment(), ...env }, cwd: directory });
const run = (...args: string[]) => runCommand(args, options());

async function submit(email: string, name = 'Vera', ...files: RawPart[]): Promise<string> {
  const payload = payloadPart({ customerName: name, customerEmail: email, message: 'Two cats' });
  const response = await postParts(`${await service.address}/api/v1/commissions`, [payload, ...files]);
  expect(response.status).toBe(201);
  return String(response.body.id);
}

const openDatabase = () =>
  new Pool({
    host: clusterDirectory(join(directory, 'data')),
    user: 'postgres',
    database: 'commissions',
    max: 1,
  });

const jsonOf = async (...args: string[]) =>
  (await run(...args, '--json')).stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

async function storedFiles(): Promise<readonly string[]> {
  const content = join(directory, 'data/objects/attachments/content');
  const entries = await readdir(content, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Unpacks a zip into this folder. Returns the only request of the person. */
async function unpackedRequest(zip: string, name: string) {
  const folder = join(directory, name);
  execFileSync('python3', ['-m', 'zipfile', '-e', zip, folder]);
  const [request] = JSON.parse(await readFile(join(folder, 'requests.json'), 'utf8'));
  return [request, folder] as const;
}

describe('commissions requests', () => {
  it('lists, shows and changes a request, by its id or its number', async () => {
    const id = await submit('list@example.org', 'Otto \u001b[31mRed\u001b[0m');
    const [listed] = await jsonOf('requests', 'list', '--limit', '1');
    expect(listed).toMatchObject({ id, status: 'NEW', customerEmail: 'list@example.org' });
    const { stdout } = await run('requests', 'list');
    expect(stdout).toContain(listed.number);
    expect(stdout).not.toContain('\u001b');
    expect((await run('requests', 'show', listed.number)).stdout).toMatch(
      /E-mail: list@example\.org\n.*Browser: node\n.* created by customer/s,
    );
    const changed = await run('requests', 'status', listed.number.toLowerCase(), 'accepted');
    expect(changed).toMatchObject({ code: 0, stdout: `${listed.number}: NEW → ACCEPTED\n` });
    const [shown] = await jsonOf('requests', 'show', id);
    expect(shown).toMatchObject({ status: 'ACCEPTED', version: 2 });
    expect(shown.events).toMatchObject([{ kind: 'created' }, { kind: 'status', actor: { kind: 'system' } }]);
    expect(await jsonOf('requests', 'list', '--status', 'accepted')).toMatchObject([{ id }]);
  });

  it('exports all of a filter as JSON Lines and as CSV, to a new file that only its owner reads', async () => {
    const id = await submit('export@example.org', '=cmd');
    const { stdout } = await run('requests', 'export', '--from', '2020-01-01');
    expect(
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).id),
    ).toContain(id);
    const path = join(directory, 'all.csv');
    expect(await run('requests', 'export', '--format', 'csv', '--output', path)).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(path, 'utf8')).toContain(`,'=cmd,`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await run('requests', 'export', '--output', path)).toMatchObject({
      code: 1,
      stderr: `Could not export: ${path} exists already\n`,
    });
    expect(await run('requests', 'export', '--output', join(directory, 'nope/all.jsonl'))).toMatchObject({
      code: 1,
      stderr: `Could not export: the folder ${join(directory, 'nope')} does not exist\n`,
    });
  });

  it('lists by arrival and by answers, and shows what the customer told and the guard found', async () => {
    const pool = openDatabase();
    const options = [{ id: 'a4', name: 'A4' }];
    const revision = await publishStudio(pool, {
      questions: [
        { id: 'size', label: 'Size?', kind: 'choice', options },
        { id: 'place', label: 'Where?', kind: 'text', required: true },
      ],
      terms: [{ id: 'use', title: 'Usage', text: 'No AI.', required: true }],
    });
    await publishStudio(pool, {});
    const form = {
      v: 1,
      revision,
      answers: { size: 'a4', '\u001b[31m\nEvil': 'x' },
      terms: [{ id: 'use', sha256: versionOf('No AI.'), language: 'en' }],
      estimate: { amount: 1250, currency: 'EUR' },
    };
    const headers = ['Content-Disposition: form-data; name="commission-form"'];
    const id = await submit('told@example.org', 'Vera', { headers, body: JSON.stringify(form) });
    await pool.query("update commission_requests set arrival = 'full', status = 'WAITLISTED' where id = $1", [id]);
    await pool.query("insert into request_signals (request_id, kind, held) values ($1, 'many-links', false)", [id]);
    // The service has no inbox, so its upkeep makes no search rows.
    await indexNewRequests(pool, () => false, new AbortController().signal);
    await pool.end();
    expect(await jsonOf('requests', 'list', '--arrival', 'closed')).toEqual([]);
    expect(await jsonOf('requests', 'list', '--arrival', 'closed,full')).toMatchObject([
      { id, arrival: 'full', rank: 1 },
    ]);
    expect(await jsonOf('requests', 'list', '--held')).toEqual([]);
    expect(await jsonOf('requests', 'list', '--answer', 'size=a3', '--answer', 'size=a5')).toEqual([]);
    expect(await jsonOf('requests', 'list', '--answer', 'size=a3', '--answer', 'size=a4')).toMatchObject([{ id }]);
    const { stdout } = await run('requests', 'show', id);
    for (const line of [
      'Arrival: while the form was full',
      'Rank on the waiting list: 1',
      'Seen by the guard: The text has more than 5 links',
      'Answer to Size?: A4',
      'Answer to \ufffd[31m\n    Evil: x (the form has no such question)',
      'Not answered: place',
      'Terms: all required ones are agreed to',
      "Estimate: 12.50 EUR was shown, none is the service's own sum",
    ])
      expect(stdout).toContain(`\n${line}`);
    expect(stdout).toMatch(/\nAgreed to: Usage \(en, [0-9a-f]{64}, \d{4}-/);
  });

  it('exports what a person answered and agreed to, with its text as it was', async () => {
    const id = await submit('agreed@example.org');
    const pool = openDatabase();
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
    await pool.end();
    const path = join(directory, 'agreed.zip');
    expect(await run('requests', 'export', '--email', 'agreed@example.org', '--output', path)).toMatchObject({
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
    const id = await submit('zip@example.org', 'Vera', filePart('../../evil.png', 'abc'), filePart('CON', ''));
    await submit('ZIP@example.org');
    await submit('other@example.org', 'Somebody else');
    const path = join(directory, 'person.zip');
    expect(await run('requests', 'export', '--email', 'Zip@Example.org', '--output', path)).toMatchObject({ code: 0 });
    execFileSync('python3', ['-m', 'zipfile', '-e', path, join(directory, 'unpacked')]);
    const requests = JSON.parse(await readFile(join(directory, 'unpacked/requests.json'), 'utf8'));
    expect(requests).toHaveLength(2);
    expect(requests).toContainEqual(
      expect.objectContaining({ id, events: [expect.objectContaining({ kind: 'created' })] }),
    );
    const names = (await readdir(join(directory, 'unpacked'), { recursive: true })).sort();
    const { number } = requests.find((request: { id: string }) => request.id === id);
    expect(names).toEqual(['requests.json', number, `${number}/0-.._.._evil.png`, `${number}/1-CON`].sort());
    expect(await readFile(join(directory, `unpacked/${number}/0-.._.._evil.png`), 'utf8')).toBe('abc');
  });

  it('exports the rest of a person beside attachments that were altered, cut or lost, and names each', async () => {
    const names = ['whole', 'altered', 'cut', 'lost'];
    const bytes = (name: string) => Buffer.alloc(200_000, name);
    const id = await submit('lost@example.org', 'Vera', ...names.map((name) => filePart(name, bytes(name))));
    for (const path of await storedFiles()) {
      const content = await readFile(path);
      const is = (name: string) => content.equals(bytes(name));
      if (is('altered')) await writeFile(path, Buffer.concat([content.subarray(1), Buffer.from('!')]));
      if (is('cut')) await truncate(path, 199_999);
      if (is('lost')) await rm(path);
    }
    const path = join(directory, 'lost.zip');
    expect(await run('requests', 'export', '--email', 'lost@example.org', '--output', path)).toMatchObject({
      code: 3,
      stderr:
        `The bucket has other bytes of file 1 of request ${id}\n` +
        `The bucket has other bytes of file 2 of request ${id}\nThe bucket lacks file 3 of request ${id}\n`,
    });
    const [request, unpacked] = await unpackedRequest(path, 'lost');
    expect(await readdir(join(unpacked, request.number))).toEqual(['0-whole']);
    expect(request.files).toHaveLength(4);
    await run('requests', 'erase', id);
  });

  it('exports what the guard holds of a person', async () => {
    const id = await submit('held@example.org');
    const pool = openDatabase();
    await pool.query("update commission_requests set hold = 'held' where id = $1", [id]);
    await pool.query("insert into request_signals (request_id, kind, held) values ($1, 'many-links', true)", [id]);
    await pool.end();
    const path = join(directory, 'held.zip');
    expect(await run('requests', 'export', '--email', 'held@example.org', '--output', path)).toMatchObject({ code: 0 });
    const [request] = await unpackedRequest(path, 'held');
    expect(request).toMatchObject({ id, held: { reasons: [{ kind: 'many-links' }] } });
  });

  it('exports and erases the wish to hear when the form opens, also without a request', async () => {
    const pool = openDatabase();
    await pool.query(
      "insert into opening_notices (email, mailbox, language) values ('Opens@example.org', 'opens@example.org', 'de')",
    );
    const path = join(directory, 'opens.zip');
    expect(await run('requests', 'export', '--email', 'opens@example.org', '--output', path)).toMatchObject({
      code: 0,
    });
    const [request, folder] = await unpackedRequest(path, 'opens');
    expect(request).toBeUndefined();
    const notice = JSON.parse(await readFile(join(folder, 'opening-notice.json'), 'utf8'));
    expect(notice).toMatchObject({ email: 'Opens@example.org', language: 'de', confirmedAt: null });
    const erase = (...more: string[]) => run('requests', 'erase', '--email', 'opens@example.org', ...more);
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
    await pool.end();
  });

  it('exports the mails that a person was sent, and not those to operators', async () => {
    const id = await submit('mailed@example.org');
    const mail = { replyTo: null, subject: 'Hello', text: 'We have it', html: null, unsubscribe: null };
    const mailTo = (address: string) => JSON.stringify({ to: [{ name: '', address }], ...mail });
    const pool = openDatabase();
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
    await pool.end();
    const path = join(directory, 'mailed.zip');
    expect(await run('requests', 'export', '--email', 'mailed@example.org', '--output', path)).toMatchObject({
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

  it('shows what would be erased, erases it, and says so', async () => {
    const first = await submit('erase@example.org', 'Vera', filePart('a.png', 'abc'));
    const second = await submit('Erase@example.org');
    const dry = await jsonOf('requests', 'erase', '--email', 'erase@example.org', '--dry-run');
    expect(dry).toMatchObject([
      { id: first, files: 1, bytes: 3 },
      { id: second, files: 0, bytes: 0 },
    ]);
    const previews = join(directory, 'data', 'previews', first.slice(-2), first);
    await mkdir(previews, { recursive: true });
    await writeFile(join(previews, '0-small.webp'), 'as the inbox makes it');
    const erased = await jsonOf('requests', 'erase', first);
    expect(erased).toMatchObject([{ requestId: first, isComplete: true, reason: 'request' }]);
    const others = await run('requests', 'erase', '--email', 'erase@example.org');
    expect(others).toMatchObject({ code: 0, stdout: expect.stringContaining(second) });
    expect(await run('requests', 'show', first)).toMatchObject({
      code: 1,
      stderr: `Could not show the request: there is no request ${first}\n`,
    });
    expect((await run('reconcile', '--older-than-hours', '0')).code).toBe(0);
    await expect(stat(previews)).rejects.toThrow('ENOENT');
  });

  it.each([[[]], [['--dry-run']]])('says that there is nothing to erase: %j', async (more) => {
    expect(await run('requests', 'erase', '--email', 'nobody@example.org', ...more)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'There is no request from this address\n',
    });
  });

  it('erases what the rule says', async () => {
    const id = await submit('rule@example.org');
    await run('requests', 'status', id, 'SPAM');
    const rule = options({ RETENTION: 'SPAM=1' });
    expect((await runCommand(['requests', 'erase', '--retention', '--dry-run', '--json'], rule)).stdout).toBe('');
    expect(await run('requests', 'erase', '--retention')).toMatchObject({
      code: 1,
      stderr: 'Could not erase: RETENTION is not set\n',
    });
  });

  it.each([
    [['requests', 'list', '--status', 'OLD']],
    [['requests', 'list', '--from', 'yesterday']],
    [['requests', 'status', 'K7QX-29MB', 'GONE']],
    [['requests', 'erase', 'K7QX-29MB', '--email', 'a@example.org']],
    [['requests', 'export', '--email', 'a@example.org', '--unread']],
    [['files', 'get', 'K7QX-29MB', 'first']],
    [['requests', 'list', '--limit', '201']],
  ])('rejects wrong arguments in one sentence: %j', async (args) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^[A-Z].*\. See --help\.\n$/);
  });

  it.each(['x', '0', '1.5'])('says which limits there are, for --limit %s', async (limit) => {
    const { code, stderr } = await run('requests', 'list', '--limit', limit);
    const rule = `Option '--limit <number>' argument '${limit}' is invalid. It must be a whole number from 1 to 200.`;
    expect({ code, stderr }).toEqual({ code: 2, stderr: `${rule} See --help.\n` });
  });

  it('says where a database that cannot be reached is set, and shows no password', async () => {
    const port = await freePort();
    const away = options({ DATABASE_URL: `postgres://artist:secretpw@127.0.0.1:${port}/commissions` });
    const { code, stderr } = await runCommand(['requests', 'list'], away);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        `Could not list the requests: The database cannot be reached (connect ECONNREFUSED 127.0.0.1:${port}): ` +
        'start it, or correct the host and port in DATABASE_URL. Run commissions doctor for details\n',
    });
  });
});

describe('commissions files get', () => {
  it('writes the bytes of an attachment, to standard output or a new file', async () => {
    const id = await submit('files@example.org', 'Vera', filePart('a.png', 'abc'), filePart('b.png', '\u0000\u0001'));
    expect((await run('files', 'get', id, '0')).stdout).toBe('abc');
    const path = join(directory, 'b.png');
    expect(await run('files', 'get', id, '1', '--output', path)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(await readFile(path, 'utf8')).toBe('\u0000\u0001');
    expect(await run('files', 'get', id, '2')).toMatchObject({
      code: 1,
      stderr: 'Could not get the file: the request has no file 2\n',
    });
  });

  it('leaves no file where the bytes are not those that were stored', async () => {
    const id = await submit('damaged@example.org', 'Vera', filePart('a.png', 'abc'));
    for (const path of await storedFiles()) await writeFile(path, 'abd');
    const path = join(directory, 'damaged.png');
    const { code, stderr } = await run('files', 'get', id, '0', '--output', path);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^Could not get the file: the object does not have the recorded length or SHA-256/i,
      ),
    });
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('ends when nobody reads on', async () => {
    const id = await submit('pipe@example.org', 'Vera', filePart('a.png', Buffer.alloc(4 * 1024 * 1024)));
    const { child, ended } = startCommand(['files', 'get', id, '0'], options());
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 141, stderr: '' });
  });
});

import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, startCommand } from '../support/command.ts';
import { createTestDatabaseWithTables, type TestDatabase } from '../support/embedded-database.ts';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { messagesOf, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { startUpload } from '../support/unfinished-upload.ts';

const api = '/api/operator/v1';
const account = { name: 'Ann', email: 'ann@example.org', password: 'a kettle full of rain' };

let directory: string;
let database: TestDatabase;
let env: Record<string, string>;
/** One process for all tests, as it is built. */
let service: ServiceProcess;
let address: string;
let inbox: string;
let setUpLink: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'smoke-'));
  database = await createTestDatabaseWithTables();
  env = { BUCKET_NAME: 'attachments', DATA_DIR: join(directory, 'data'), DATABASE_URL: database.url };
  service = startServiceProcess({ cwd: directory, env: { ...env, INBOX: 'on', INBOX_PORT: '0' } });
  const printed = once(service.child.stderr as Readable, 'data');
  address = await service.address;
  await printed;
  setUpLink = service.errorOutput().trim().split('\n').at(-1) ?? '';
  inbox = new URL(setUpLink).origin;
});

afterAll(async () => {
  await service.destroy();
  await database.drop();
  await rm(directory, { recursive: true });
});

const run = (...args: string[]) => runCommand(args, { env, cwd: directory });

const submit = () => postParts(`${address}/api/v1/commissions`, [payloadPart(), filePart('a.png', 'the bytes of a')]);

function post(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: inbox };
  return fetch(`${inbox}${api}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Expects a page, and that the script which it names is served too. */
async function expectPage(url: string): Promise<void> {
  const page = await fetch(url);
  expect(page.status).toBe(200);
  const script = /<script[^>]* src="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const { status, headers } = await fetch(new URL(script, url));
  expect([script, status, headers.get('content-type')]).toEqual([script, 200, expect.stringContaining('javascript')]);
}

describe('the built program', () => {
  it('starts and is ready', async () => {
    expect(messagesOf(service)).toContain(`Ready for commissions on ${address}`);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  });

  it('serves the page of the form', () => expectPage(`${address}/`));

  it('serves the page of the inbox', () => expectPage(`${inbox}/sign-in`));

  it('stores a form with a file', async () => {
    const { status, body } = await submit();
    expect(status).toBe(201);
    expect(body.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('refuses a form without a message', async () => {
    const payload = { customerName: 'Zoe', customerEmail: 'zoe@example.org' };
    expect((await postParts(`${address}/api/v1/commissions`, [payloadPart(payload)])).status).toBe(422);
  });

  it('signs the first owner in by the link that it prints, and again by the password', async () => {
    const token = setUpLink.split('#')[1];
    const accepted = await post('links/accept', { token, ...account });
    expect(accepted.status).toBe(201);
    const cookie = accepted.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await fetch(`${inbox}${api}/requests`, { headers: { cookie } })).status).toBe(200);
    expect((await fetch(`${inbox}${api}/requests`)).status).toBe(401);
    const { email, password } = account;
    expect((await post('session', { email, password })).status).toBe(204);
    expect((await post('session', { email, password: 'a guess of somebody' })).status).toBe(401);
  });

  it('writes one JSON object a line, without what customers sent', async () => {
    await submit();
    expect(service.log.length).toBeGreaterThan(0);
    for (const entry of service.log)
      expect(entry).toMatchObject({ level: expect.any(String), msg: expect.any(String) });
    expect(JSON.stringify(service.log)).not.toContain('zoe@example.org');
  });
});

describe('a command of the built program', () => {
  it('lists the requests of the running service', async () => {
    const { body } = await submit();
    const listed = await run('requests', 'list', '--json');
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining(`"${body.id}"`), stderr: '' });
  });

  it('gives back the bytes of a file', async () => {
    const { body } = await submit();
    const given = await run('files', 'get', String(body.id), '0');
    expect(given).toMatchObject({ code: 0, stdout: 'the bytes of a', stderr: '' });
  });

  it('prints its help with 0', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('reconcile'), stderr: '' });
  });

  it('ends with 1 and says why it could not be done', async () => {
    expect(await run('requests', 'show', 'K7QX-29MB')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'Could not show the request: there is no request K7QX-29MB\n',
    });
  });

  it('ends with 2 for arguments that are wrong', async () => {
    expect(await run('requests', 'list', '--limit', '0')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Option '--limit[^\n]*\. See --help\.\n$/),
    });
  });

  it('ends with 141, and quietly, when its pipe is closed', async () => {
    const { child, ended } = startCommand(['--help'], { env, cwd: directory });
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 141, stderr: '' });
  });
});

describe('the end of the built program', () => {
  it('comes at the start, with 1 and each fault, when settings are wrong', async () => {
    const file = join(directory, 'commissions.env');
    await writeFile(file, 'BUCKET_NAME=attachments\nDATABASE_URL=postgres://u:pa#ssword@db/x\nMIGRATE=maybe\n');
    const faulty = startServiceProcess({ cwd: directory, env: { PORT: 'http', SETTINGS_FILE: file } });
    const { code, stderr } = await faulty.ended;
    expect({ code, lines: stderr.trim().split('\n') }).toEqual({
      code: 1,
      lines: [
        'The configuration has faults:',
        expect.stringContaining(`${file}, line 2: DATABASE_URL has a #`),
        expect.stringMatching(/^ {2}PORT must be/),
        expect.stringMatching(/^ {2}MIGRATE must be/),
      ],
    });
    expect(stderr).not.toContain('ssword');
  });

  // The last test: it ends the process of all.
  it('comes after SIGTERM, when what is under way has its answer', async () => {
    const upload = await startUpload(address);
    service.child.kill('SIGTERM');
    await expect.poll(() => messagesOf(service)).toContain('finishing the running submissions');
    expect(await upload.finish()).toBe(201);
    expect(await service.ended).toMatchObject({ code: 0 });
    expect(messagesOf(service)).toMatch(/\nStopped$/);
  });
});

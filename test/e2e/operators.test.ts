import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { picture } from '../pictures/pictures.ts';
import { createTestDatabaseWithTables, type TestDatabase } from '../support/embedded-database.ts';
import { runOwnCommand } from '../support/own-command.ts';
import { messagesOf, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const api = '/api/operator/v1';

let directory: string;
let database: TestDatabase;
let processes: ServiceProcess[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'operators-'));
  database = await createTestDatabaseWithTables();
  processes = [];
});

afterEach(async () => {
  await Promise.all(processes.map((one) => one.destroy()));
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const environment = () => ({
  BUCKET_NAME: 'attachments',
  DATA_DIR: directory,
  DATABASE_URL: database.url,
  INBOX_PORT: '0',
});

function start(env: Record<string, string> = {}): ServiceProcess {
  const started = startServiceProcess({ cwd: directory, env: { ...environment(), INBOX: 'on', ...env } });
  processes.push(started);
  return started;
}

async function lineOf(service: ServiceProcess, pattern: RegExp): Promise<string> {
  await expect.poll(() => messagesOf(service)).toMatch(pattern);
  return pattern.exec(messagesOf(service))?.[1] ?? '';
}

const inboxOf = (service: ServiceProcess) => lineOf(service, /The inbox is on (\S+)/);

async function command(...args: string[]): Promise<string> {
  return (await runOwnCommand(args, { env: environment(), cwd: directory })).stdout.trim();
}

const tokenOf = (link: string) => link.split('#')[1] ?? '';

function post(inbox: string, path: string, body: unknown): Promise<Response> {
  return fetch(`${inbox}${api}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: inbox },
    body: JSON.stringify(body),
  });
}

async function submit(address: string, name: string): Promise<string> {
  const form = new FormData();
  form.set(
    'payload',
    JSON.stringify({ customerName: name, customerEmail: 'zoe@example.org', message: 'Two grey cats' }),
  );
  form.append('files', new File(['x'], 'sketch of a cat.png', { type: 'image/png' }));
  const response = await fetch(`${address}/api/v1/commissions`, { method: 'POST', body: form });
  return ((await response.json()) as { id: string }).id;
}

async function found(inbox: string, token: string, query: string): Promise<string[]> {
  const response = await fetch(`${inbox}${api}/requests?${query}`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
}

describe('the service', () => {
  it('prints the set-up link of the first start alone on a line, though it logs nothing', async () => {
    const service = start({ LOG_LEVEL: 'silent' });
    await expect.poll(service.errorOutput).toContain('/set-up#');
    expect(service.errorOutput()).toMatch(
      /^Nobody has an account yet\. Create the first one within 24 hours:\nhttp:\/\/127\.0\.0\.1:\d+\/set-up#[\w-]{43}\n$/,
    );
    const link = service.errorOutput().split('\n')[1] ?? '';
    const inbox = new URL(link).origin;
    expect((await fetch(link)).status).toBe(200);
    const account = { name: 'Ann', email: 'ann@example.org', password: 'a kettle full of rain' };
    const accept = (token: string) => post(inbox, 'links/accept', { token, ...account });
    const accepted = await accept(tokenOf(link));
    expect(accepted.status).toBe(201);
    expect(accepted.headers.getSetCookie()).toHaveLength(1);
    expect((await accept(tokenOf(link))).status).toBe(404);
    const next = start();
    await inboxOf(next);
    await next.address;
    expect(next.errorOutput()).toBe('');
  });

  it('shows operators what customers send, and finds it within five seconds', async () => {
    const service = start();
    const [address, inbox] = [await service.address, await inboxOf(service)];
    const token = await command('tokens', 'create', '--name', 'a test', '--scopes', 'read');
    const id = await submit(address, 'Zoë');
    expect(await found(inbox, token, '')).toEqual([id]);
    for (const q of ['zoe', 'GREY CAT', 'sketch of']) {
      await expect.poll(() => found(inbox, token, `q=${encodeURIComponent(q)}`)).toEqual([id]);
    }
  });

  it('gives files, small pictures and zips in a process that is the inbox alone, and erases them', async () => {
    const intake = start({ ROLES: 'intake,upkeep' });
    const photo = picture('photo.jpg');
    const form = new FormData();
    form.set('payload', JSON.stringify({ customerName: 'Zoë', customerEmail: 'zoe@example.org', message: 'A cat' }));
    form.append('files', new File([new Uint8Array(photo)], 'a cat.jpg', { type: 'image/jpeg' }));
    const sent = await fetch(`${await intake.address}/api/v1/commissions`, { method: 'POST', body: form });
    const { id } = (await sent.json()) as { id: string };
    const inbox = await inboxOf(start({ ROLES: 'inbox' }));
    const token = await command('tokens', 'create', '--name', 'a test', '--scopes', 'erase');
    const headers = { authorization: `Bearer ${token}` };
    const get = async (path: string) => {
      const response = await fetch(`${inbox}${api}/requests/${id}/${path}`, { headers });
      return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
    };
    expect((await get('files/0')).bytes.equals(photo)).toBe(true);
    expect(await get('files/0/preview')).toMatchObject({ type: 'image/webp' });
    expect(await get('files.zip')).toMatchObject({ type: 'application/zip' });
    const [shard = ''] = await readdir(join(directory, 'previews'));
    expect(await readdir(join(directory, 'previews', shard))).toEqual([id]);
    expect((await fetch(`${inbox}${api}/requests/${id}`, { method: 'DELETE', headers })).status).toBe(200);
    expect(await readdir(join(directory, 'previews', shard))).toEqual([]);
  });

  it('calls no erasure complete, and looks in no other bucket, when BUCKET_NAME is not set', async () => {
    const service = start();
    const id = await submit(await service.address, 'Zoë');
    const token = await command('tokens', 'create', '--name', 'a test', '--scopes', 'erase');
    await service.destroy();
    const withoutBucket = start({ BUCKET_NAME: '' });
    const erased = await fetch(`${await inboxOf(withoutBucket)}${api}/requests/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await erased.json()).toMatchObject({ requestId: id, isComplete: false });
    expect(await readdir(join(directory, 'objects'))).toEqual(['attachments']);
    expect(await readdir(join(directory, 'objects/attachments/content'))).toHaveLength(1);
  });

  it("has no operator's route on the customers' listener", async () => {
    const service = start();
    const address = await service.address;
    await inboxOf(service);
    for (const path of [`${api}/requests`, `${api}/session`, '/sign-in', '/set-up', '/invitation', '/sessions']) {
      expect((await fetch(`${address}${path}`)).status).toBe(404);
    }
  });

  it('says where the inbox listens when people use another address', async () => {
    const service = start({ INBOX_URL: 'https://inbox.example.org' });
    const inbox = await lineOf(service, /The inbox is on https:\/\/inbox\.example\.org and listens on (\S+)/);
    expect((await fetch(`${inbox}/healthz`)).status).toBe(200);
  });

  it('takes commissions without an inbox when it is switched off', async () => {
    const service = start({ INBOX: 'off' });
    await submit(await service.address, 'Zoë');
    expect(messagesOf(service)).not.toContain('inbox');
  });

  it('takes a free port where 3001 is taken and none was set', async () => {
    const [first, second] = [start({ INBOX_PORT: '' }), start({ INBOX_PORT: '' })];
    expect(await inboxOf(first)).not.toBe(await inboxOf(second));
    await Promise.all([first.address, second.address]);
  });

  it('does its work in three processes with a role each', async () => {
    const intake = start({ ROLES: 'intake' });
    const address = await intake.address;
    const inbox = start({ ROLES: 'inbox' });
    const upkeep = start({ ROLES: 'upkeep' });
    await lineOf(upkeep, /(Ready for upkeep)/);
    const url = await inboxOf(inbox);
    const token = await command('tokens', 'create', '--name', 'a test', '--scopes', 'read');
    const id = await submit(address, 'Zoë');
    await expect.poll(() => found(url, token, 'q=grey')).toEqual([id]);
    expect(messagesOf(intake)).not.toContain('inbox');
    expect(messagesOf(inbox)).not.toContain('commissions');
  });
});

describe('the commands', () => {
  it('work beside a service on the embedded database', async () => {
    const service = start({ DATABASE_URL: '' });
    const inbox = await inboxOf(service);
    await service.address;
    const run = (...args: string[]) =>
      runOwnCommand(args, { env: { ...environment(), DATABASE_URL: '' }, cwd: directory });
    const embedded = async (...args: string[]) => (await run(...args)).stdout.trim();
    const token = await embedded('tokens', 'create', '--name', 'A bot', '--scopes', 'read,write', '--expires', '90d');
    expect(token).toMatch(/^csk_[\w-]{43}$/);
    expect(await found(inbox, token, '')).toEqual([]);
    const list = await embedded('tokens', 'list');
    expect(list).toContain('A bot');
    expect(list).not.toContain(token);
    const [id = ''] = list.split('\n').at(-1)?.split(' ') ?? [];
    await embedded('tokens', 'revoke', id);
    const { status } = await fetch(`${inbox}${api}/requests`, { headers: { authorization: `Bearer ${token}` } });
    expect(status).toBe(401);
    const link = await embedded('operators', 'invite', 'zoe@example.org', '--role', 'owner');
    expect(link).toMatch(new RegExp(`^${inbox}/invitation#[\\w-]{43}$`));
    expect(await embedded('operators', 'list')).toMatch(/^id +role +state/);
    const account = { name: 'Zoë', password: 'a kettle full of rain' };
    expect((await post(inbox, 'links/accept', { ...account, token: tokenOf(link) })).status).toBe(201);
    const reset = await embedded('operators', 'reset', 'ZOE@example.org');
    expect(reset).toMatch(new RegExp(`^${inbox}/new-password#[\\w-]{43}$`));
    const password = 'a bucket full of stars';
    expect((await post(inbox, 'links/password', { token: tokenOf(reset), password })).status).toBe(200);
    expect((await post(inbox, 'session', { email: 'zoe@example.org', password })).status).toBe(204);
    const unknown = await run('operators', 'reset', 'ann@example.org');
    expect(unknown).toMatchObject({ stderr: 'Could not reset the password: no account has this address\n' });
  });
});

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../deliveries/receiver.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { messagesOf, ownProgram, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const run = promisify(execFile);

let directory: string;
let database: MigratedDatabase;
let receiver: Receiver;
let service: ServiceProcess | null;

beforeAll(async () => {
  database = await openMigratedDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'channels-'));
  receiver = await startReceiver();
  service = null;
});

afterEach(async () => {
  await service?.destroy();
  await receiver.close();
  await database.pool.query('truncate delivery_channels, commission_requests cascade');
  await rm(directory, { recursive: true, force: true });
});

const environment = () => ({
  BUCKET_NAME: 'attachments',
  DATA_DIR: directory,
  DATABASE_URL: database.url,
  INBOX: 'on',
  INBOX_PORT: '0',
  DELIVERY_ALLOW_PRIVATE: 'true',
});

async function command(...args: string[]) {
  const env = { PATH: process.env.PATH ?? '', ...environment() };
  return run(process.execPath, [ownProgram, ...args], { cwd: directory, env }).catch((error) => {
    if (error.stdout) error.message += `It printed ${error.stdout}`;
    throw error;
  });
}

async function start(): Promise<string> {
  const started = startServiceProcess({ cwd: directory, env: environment() });
  service = started;
  const ready = /Ready for commissions on (\S+)/;
  await expect.poll(() => messagesOf(started)).toMatch(ready);
  return ready.exec(messagesOf(started))?.[1] ?? '';
}

async function submit(address: string): Promise<string> {
  const form = new FormData();
  form.set('payload', JSON.stringify({ customerName: 'Zoe', customerEmail: 'zoe@example.org', message: 'A cat' }));
  const response = await fetch(`${address}/api/v1/commissions`, { method: 'POST', body: form });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

const receivedIds = () => receiver.received.map(({ body }) => JSON.parse(body).data.id);

describe('the commands about channels', () => {
  it('add a webhook beside a running service, which then tells it of each new request', async () => {
    const address = await start();
    const before = await submit(address);
    const { stdout, stderr } = await command(
      'channels',
      'add',
      'webhook',
      receiver.url.href,
      '--fields',
      'customerName',
    );
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^whsec_\S+\n$/);
    const id = await submit(address);
    await expect.poll(receivedIds).toEqual([id]);
    const [received] = receiver.received;
    if (received === undefined) throw new Error('Nothing was received');
    const verified = new Webhook(stdout.trim()).verify(received.body, received.headers as Record<string, string>);
    expect(verified).toMatchObject({ type: 'request.created', data: { id, customerName: 'Zoe' } });
    expect(receivedIds()).not.toContain(before);
    const listed = (await command('channels', 'list')).stdout;
    expect(listed).toMatch(/^id +kind +health/);
    expect(listed).toContain('healthy');
  });

  it('test a channel, give it a new secret, and remove it', async () => {
    await start();
    await command('channels', 'add', 'webhook', receiver.url.href, '--name', 'The bot');
    const [, id = ''] = /\n(\S+)/.exec((await command('channels', 'list')).stdout) ?? [];
    expect((await command('channels', 'test', id)).stdout).toBe('The receiver responded with 204\n');
    expect((await command('channels', 'rotate-secret', id)).stdout).toMatch(/^whsec_\S+\n$/);
    const key = await readFile(join(directory, 'secrets.key'), 'utf8');
    expect((await command('secrets', 'rotate')).stdout).toBe('Sealed again: 1 secret\n');
    const [fresh, old] = (await readFile(join(directory, 'secrets.key'), 'utf8')).split('\n');
    expect(old).toBe(key.trim());
    expect(fresh).not.toBe(old);
    // The service reads the new key when it finds a secret that was sealed with that key.
    expect((await command('channels', 'test', id)).stdout).toBe('The receiver responded with 204\n');
    await command('channels', 'disable', id);
    await expect(command('channels', 'test', id)).rejects.toMatchObject({
      stderr: 'Could not send a test: the channel is disabled\n',
    });
    await command('channels', 'enable', id);
    await command('channels', 'remove', id);
    expect((await command('channels', 'list')).stdout.split('\n')).toHaveLength(2);
  });

  it('list the addresses of mail to the studio', async () => {
    await command('channels', 'add', 'mail', '--to', 'ann@example.org,bo@example.org');
    await command('channels', 'add', 'mail', '--customers');
    const { stdout } = await command('channels', 'list');
    expect(stdout).toMatch(/^\S+ +mail +idle +created +at once +Operators +ann@example\.org,bo@example\.org$/m);
    expect(stdout).toMatch(/^\S+ +mail +idle +created,messages +at once +Customers *$/m);
  });

  it('list when mail to the studio is sent', async () => {
    const daily = ['--pace', 'daily', '--hour', '7', '--time-zone', 'Europe/Berlin'];
    await command('channels', 'add', 'mail', '--to', 'ann@example.org', ...daily);
    await command('channels', 'add', 'mail', '--to', 'ann@example.org');
    const { stdout } = await command('channels', 'list');
    expect(stdout).toMatch(/^id +kind +health +types +pace +name +address$/m);
    expect(stdout).toMatch(/ created +daily at 7:00 Europe\/Berlin +Operators +ann@example\.org$/m);
    expect(stdout).toMatch(/ created +at once +Operators +ann@example\.org$/m);
  });

  it.each([
    ['--no-confirmation', [], true],
    ['--no-messages', ['request.created'], false],
    ['--no-confirmation --no-messages --status', ['request.status_changed'], false],
    ['--status', ['request.created', 'request.status_changed'], true],
  ])('add mail to customers with %s', async (options, types, messages) => {
    const { stdout } = await command('channels', 'add', 'mail', '--customers', ...options.split(' '), '--json');
    expect(JSON.parse(stdout)).toMatchObject({ types, settings: { audience: 'customers', messages } });
  });

  it('list mail to customers that is messages alone', async () => {
    await command('channels', 'add', 'mail', '--customers', '--no-confirmation');
    expect((await command('channels', 'list')).stdout).toMatch(/^\S+ +mail +idle +messages +at once +Customers *$/m);
  });

  it('release what is held, and say which channel cannot send because its key is lost', async () => {
    await command('channels', 'add', 'webhook', receiver.url.href, '--name', 'Lost');
    const [, lost = ''] = /\n(\S+)/.exec((await command('channels', 'list')).stdout) ?? [];
    await command('channels', 'hold', lost);
    await rm(join(directory, 'secrets.key'));
    await command('channels', 'add', 'webhook', receiver.url.href, '--name', 'Kept');
    const ids = (await command('channels', 'list')).stdout.match(/^[0-9a-f-]{36}/gm) ?? [];
    const kept = ids.find((id) => id !== lost) ?? '';
    await command('channels', 'hold', kept);
    expect((await command('channels', 'release')).stderr).toBe(
      '2 held channels were enabled\n' +
        `Lost cannot send yet, because its secret is lost: run commissions channels rotate-secret ${lost} --url <url>\n`,
    );
    expect((await command('channels', 'release')).stderr).toBe('0 held channels were enabled\n');
  });

  it.each([
    [['channels', 'add', 'webhook', 'ftp://bot.example.org/'], 2],
    [['channels', 'add', 'webhook', 'https://bot.example.org/', '--types', 'everything'], 2],
    [['channels', 'add', 'webhook', 'https://bot.example.org/', '--format', 'morse'], 2],
    [['channels', 'remove', '084a545e-528b-4772-a8ea-203ff841dbd9'], 1],
    [['channels', 'remove', 'x'], 2],
  ])('reject in one sentence: %j', async (args, code) => {
    await expect(command(...args)).rejects.toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]+\n$/),
    });
  });
});

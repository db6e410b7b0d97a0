import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../deliveries/receiver.ts';
import { type CommandStage, openCommands } from './stage.ts';

let stage: CommandStage;
let receiver: Receiver;

beforeAll(async () => {
  stage = await openCommands({ INBOX: 'on', INBOX_PORT: '0', DELIVERY_ALLOW_PRIVATE: 'true' });
});

afterAll(() => stage.close());

beforeEach(async () => {
  receiver = await startReceiver();
});

afterEach(async () => {
  await receiver.close();
  // A truncation locks tables that the service reads in other orders.
  for (const table of ['deliveries', 'delivery_channels', 'commission_requests']) {
    await stage.service.pool.query(`delete from ${table}`);
  }
});

const receivedIds = () => receiver.received.map(({ body }) => JSON.parse(body).data.id);

describe('the commands about channels beside a running service', () => {
  it('add a webhook beside a running service, which then tells it of each new request', async () => {
    const before = await stage.submit('zoe@example.org', 'Zoe');
    const { stdout, stderr } = await stage.run(
      'channels',
      'add',
      'webhook',
      receiver.url.href,
      '--fields',
      'customerName',
    );
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^whsec_\S+\n$/);
    const id = await stage.submit('zoe@example.org', 'Zoe');
    await expect.poll(receivedIds).toEqual([id]);
    const [received] = receiver.received;
    if (received === undefined) throw new Error('Nothing was received');
    const verified = new Webhook(stdout.trim()).verify(received.body, received.headers as Record<string, string>);
    expect(verified).toMatchObject({ type: 'request.created', data: { id, customerName: 'Zoe' } });
    expect(receivedIds()).not.toContain(before);
    const listed = (await stage.run('channels', 'list')).stdout;
    expect(listed).toMatch(/^id +kind +health/);
    expect(listed).toContain('healthy');
  });

  it('test a channel, give it a new secret, and remove it', async () => {
    await stage.run('channels', 'add', 'webhook', receiver.url.href, '--name', 'The bot');
    const [, id = ''] = /\n(\S+)/.exec((await stage.run('channels', 'list')).stdout) ?? [];
    expect((await stage.run('channels', 'test', id)).stdout).toBe('The receiver responded with 204\n');
    expect((await stage.run('channels', 'rotate-secret', id)).stdout).toMatch(/^whsec_\S+\n$/);
    const key = await readFile(join(stage.service.dataDirectory, 'secrets.key'), 'utf8');
    expect((await stage.run('secrets', 'rotate')).stdout).toBe('Sealed again: 1 secret\n');
    const [fresh, old] = (await readFile(join(stage.service.dataDirectory, 'secrets.key'), 'utf8')).split('\n');
    expect(old).toBe(key.trim());
    expect(fresh).not.toBe(old);
    // The service reads the new key when it finds a secret that was sealed with that key.
    expect((await stage.run('channels', 'test', id)).stdout).toBe('The receiver responded with 204\n');
    await stage.run('channels', 'disable', id);
    expect(await stage.run('channels', 'test', id)).toMatchObject({
      code: 1,
      stderr: 'Could not send a test: the channel is disabled\n',
    });
    await stage.run('channels', 'enable', id);
    await stage.run('channels', 'remove', id);
    expect((await stage.run('channels', 'list')).stdout.split('\n')).toHaveLength(2);
  });
});

describe('the commands about channels', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'channels-'));
  });

  afterEach(() => rm(directory, { recursive: true }));

  const command = (...args: readonly string[]) => stage.runWith({ DATA_DIR: directory }, ...args);

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

  it('say in one sentence that there is no such channel', async () => {
    expect(await command('channels', 'remove', '084a545e-528b-4772-a8ea-203ff841dbd9')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Could not remove [^\n]+\n$/),
    });
  });
});

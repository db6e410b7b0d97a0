import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../test/support/free-port.ts';
import { ownProgram } from '../../test/support/service-process.ts';
import { toolEnvironment } from './support/debian-tools.ts';

let directory: string;
let activated: ChildProcess | null = null;
let output = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'activation-'));
});

afterEach(async () => {
  if (activated?.exitCode === null) activated.kill('SIGKILL');
});

afterAll(() => rm(directory, { recursive: true }));

/** Listens as systemd does, and becomes the service at the first connection. */
function activate(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const variables = {
    BUCKET_NAME: 'attachments',
    DATA_DIR: directory,
    // Form and inbox are served without a database too.
    DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none',
    DISK_FLOOR_BYTES: '0',
    PORT: '1',
    INBOX_PORT: '1',
    ...env,
  };
  const set = Object.entries(variables).map(([name, value]) => `--setenv=${name}=${value}`);
  output = '';
  activated = spawn('systemd-socket-activate', [...set, ...args, process.execPath, ownProgram, 'serve'], {
    env: toolEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [activated.stdout, activated.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
    });
  }
  return activated;
}

const says = (text: string) => expect.poll(() => output).toContain(text);
/** The words of systemd-socket-activate. */
const listens = () => says('Listening on');

type Place = { readonly port: number; readonly host: string } | { readonly socketPath: string };

function statusOf(place: Place): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ ...place, path: '/healthz', headers: { host: 'localhost' }, agent: false })
      .on('response', (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
}

async function stop(service: ChildProcess): Promise<unknown> {
  service.kill('SIGTERM');
  const [code] = await once(service, 'close');
  return code;
}

describe('sockets that systemd listens on', () => {
  it('are those of form and inbox, instead of HOST and PORT', async () => {
    const [form, inbox] = [await freePort(), await freePort()];
    const ports = [form, inbox].map((port) => `--listen=127.0.0.1:${port}`);
    const service = activate([...ports, '--fdname=form:inbox']);
    await listens();
    const statuses = [form, inbox].map((port) => statusOf({ host: '127.0.0.1', port }));
    expect(await Promise.all(statuses)).toEqual([200, 200]);
    await says(`Listening on http://127.0.0.1:${form}, not ready`);
    await says(`The inbox is on http://127.0.0.1:${inbox}`);
    expect(await stop(service)).toBe(0);
  });

  it('may be a file without a name, which stays when the service stops', async () => {
    const socketPath = join(directory, 'form.sock');
    const service = activate([`--listen=${socketPath}`], { INBOX: 'off', TRUSTED_PROXIES: 'unix' });
    await listens();
    expect(await statusOf({ socketPath })).toBe(200);
    await says('Listening on a socket file that was passed, not ready');
    expect(await stop(service)).toBe(0);
    expect((await lstat(socketPath)).isSocket()).toBe(true);
  });

  it.each([
    ['a file whose callers are not trusted', [], 'TRUSTED_PROXIES must have unix beside a socket file that was passed'],
    ['a name of no listener', ['--fdname=page'], 'A socket that was passed has the name page: set FileDescriptorName='],
    ['a listener that is off', ['--fdname=metrics'], 'A socket was passed for metrics, and this process has no such'],
  ])('are refused by a sentence: %s', async (_, args, sentence) => {
    const socketPath = join(directory, 'refused.sock');
    const service = activate([`--listen=${socketPath}`, ...args], { INBOX: 'off' });
    await listens();
    connect(socketPath).on('error', () => {});
    await once(service, 'close');
    expect(output).toContain(sentence);
    await rm(socketPath, { force: true });
  });

  it('are refused when they take datagrams', async () => {
    const port = await freePort();
    const service = activate([`--listen=127.0.0.1:${port}`, '--datagram'], { INBOX: 'off' });
    await listens();
    const socket = createSocket('udp4');
    socket.send('', port, '127.0.0.1', () => socket.close());
    await once(service, 'close');
    expect(output).toContain('File descriptor 3, which was passed, is no listening stream socket');
  });
});

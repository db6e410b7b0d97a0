import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeServiceFolder, type ServiceFolder } from '../../test/support/service-folder.ts';
import { toolEnvironment } from './support/debian-tools.ts';

/** Prints each datagram of a socket on a line, as systemd would receive it. */
const listenerProgram = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('bound', flush=True)
while True: print(s.recv(4096).decode().replace('\\n', ' '), flush=True)
`;

let directory: string;
let folder: ServiceFolder;
let listener: ChildProcess;
const messages: string[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'service-manager-'));
  folder = await makeServiceFolder();
  // Debian's systemd-notify finds its library in the folder of the tools, if this machine lacks it.
  const { PATH, LD_LIBRARY_PATH } = toolEnvironment();
  const script = `#!/bin/sh\nPATH='${PATH}' LD_LIBRARY_PATH='${LD_LIBRARY_PATH}' exec systemd-notify "$@"\n`;
  await writeFile(join(directory, 'systemd-notify'), script, { mode: 0o755 });
  messages.length = 0;
  listener = spawn('/usr/bin/python3', ['-c', listenerProgram, join(directory, 'socket')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (listener.stdout === null) throw new Error('The listener has no output');
  // With a barrier systemd-notify waits until its message was received.
  createInterface(listener.stdout).on('line', (line) => line !== 'BARRIER=1' && messages.push(line));
  await expect.poll(() => messages).toEqual(['bound']);
  messages.length = 0;
});

afterEach(async () => {
  const left = await folder.remove();
  listener.kill('SIGKILL');
  await once(listener, 'close');
  await rm(directory, { recursive: true });
  expect(left).toEqual([]);
});

const start = (env: Record<string, string> = {}) =>
  folder.start({
    NOTIFY_SOCKET: join(directory, 'socket'),
    WATCHDOG_USEC: '900000',
    DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none',
    PATH: `${directory}:/usr/bin:/bin`,
    ...env,
  });

const count = (message: string) => messages.filter((one) => one === message).length;

describe('systemd', () => {
  it('hears of the start, of each sign of life, and of the stop', async () => {
    const service = start({ SHUTDOWN_GRACE_MS: '60000' });
    await service.address;
    await expect.poll(() => count('WATCHDOG=1')).toBeGreaterThan(2);
    expect(count('READY=1')).toBe(1);
    expect(
      messages.slice(0, messages.indexOf('READY=1')).filter((one) => one !== 'EXTEND_TIMEOUT_USEC=900000'),
    ).toEqual([]);
    service.child.kill('SIGTERM');
    await service.ended;
    await expect.poll(() => messages.at(-1)).toBe('STOPPING=1 EXTEND_TIMEOUT_USEC=65000000');
  });

  it('gets no message of a process that hangs', async () => {
    const service = start();
    await expect.poll(() => count('WATCHDOG=1')).toBeGreaterThan(0);
    service.child.kill('SIGSTOP');
    // Earlier messages arrive before a message that another process sends later.
    const fence = async (name: string) => {
      const env = { PATH: `${directory}:/usr/bin:/bin`, NOTIFY_SOCKET: join(directory, 'socket') };
      await once(spawn('systemd-notify', [`X_FENCE=${name}`], { env, stdio: 'inherit' }), 'close');
      await expect.poll(() => count(`X_FENCE=${name}`)).toBe(1);
    };
    let fences = 0;
    /** Longer than the pause between two signs of life. */
    const heardInASecond = async () => {
      const before = count('WATCHDOG=1');
      for (const endAt = Date.now() + 1000; Date.now() < endAt; fences += 1) await fence(String(fences));
      return count('WATCHDOG=1') - before;
    };
    // Messages that were sent before may still come in the first seconds.
    await expect.poll(heardInASecond).toBe(0);
    const before = count('WATCHDOG=1');
    service.child.kill('SIGCONT');
    await expect.poll(() => count('WATCHDOG=1')).toBeGreaterThan(before + 2);
  });

  it('never hears that a start which failed is ready, and the process ends', async () => {
    const { code } = await start({ DATABASE_URL: '', DATA_DIR: '/proc/nowhere' }).ended;
    expect(code).toBe(1);
    expect(count('READY=1')).toBe(0);
  });

  it('is not needed: the service runs where systemd-notify is missing, and says so', async () => {
    const service = start({ PATH: '/nowhere' });
    await service.address;
    await expect.poll(service.errorOutput).toContain('systemd-notify');
    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
  });
});

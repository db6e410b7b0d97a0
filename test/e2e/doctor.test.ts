import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runCommand, startCommand } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { makeServiceFolder } from '../support/service-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('the command doctor', () => {
  it('looks at the embedded database beside the service that runs on it, and without one', async () => {
    const service = await makeServiceFolder();
    onTestFinished(async () => expect(await service.remove()).toEqual([]));
    const look = async () => {
      const options = { cwd: service.path, env: { DATA_DIR: service.dataDirectory } };
      const { stdout } = await runCommand(['doctor', '--only', 'database', '--json'], options);
      const reports = stdout.trim().split('\n');
      return reports.map((line) => JSON.parse(line)).filter(({ name }) => name !== 'database.commits');
    };
    expect(new Set((await look()).map(({ verdict }) => verdict))).toEqual(new Set(['skipped']));
    expect(existsSync(service.dataDirectory)).toBe(false);
    const running = service.start();
    await running.address;
    expect(new Set((await look()).map(({ verdict }) => verdict))).toEqual(new Set(['ok']));
    expect(await service.countRequests()).toBe(0);
    running.child.kill('SIGTERM');
    await running.ended;
    expect(new Set((await look()).map(({ verdict }) => verdict))).toEqual(new Set(['ok']));
  });

  it('finds a service that is stopped, and ends with 1', async () => {
    const service = await makeServiceFolder();
    onTestFinished(async () => expect(await service.remove()).toEqual([]));
    const [port, inboxPort] = [String(await freePort()), String(await freePort())];
    const env = { DATA_DIR: service.dataDirectory, PORT: port, INBOX_PORT: inboxPort, INBOX: 'on' };
    const look = () => runCommand(['doctor', '--only', 'service.answers'], { cwd: service.path, env });
    const running = service.start(env);
    await running.address;
    expect(await look()).toMatchObject({ code: 0, stderr: '1 check, no problems\n' });
    running.child.kill('SIGTERM');
    await running.ended;
    const { code, stdout } = await look();
    expect(code).toBe(1);
    expect(stdout).toContain(
      `wrong    service.answers: The form does not answer on 127.0.0.1:${port}: connect ECONNREFUSED`,
    );
    expect(stdout).toContain(`wrong    service.answers: The inbox does not answer on 127.0.0.1:${inboxPort}`);
  });

  it('ends on Ctrl-C while a server keeps it waiting, after what it has found', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    try {
      const env = { DATABASE_URL: `postgres://me@127.0.0.1:${port}/commissions`, TIME_LIMITS: 'connectMs=5000' };
      const { child, ended } = startCommand(['doctor'], {
        cwd: folder,
        env: { DATA_DIR: join(folder, 'data'), ...env },
      });
      await once(silent, 'connection');
      child.kill('SIGINT');
      const { code, stdout, stderr } = await ended;
      expect(code).toBe(130);
      expect(stdout).toContain('machine.file-system');
      expect(stderr).toBe('Could not run the doctor: stopped by SIGINT\n');
    } finally {
      silent.close();
    }
  });
});

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

function doctor(args: readonly string[], env: Record<string, string> = {}) {
  return runCommand(['doctor', ...args], { cwd: folder, env: { DATA_DIR: join(folder, 'data'), ...env } });
}

describe('the command doctor', () => {
  it('runs one check alone, and ends with 0 when it finds nothing', async () => {
    const { code, stdout, stderr } = await doctor(['--only', 'environment.variables']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '1 check, no problems\n' });
    expect(stdout).toMatch(/^ok {7}environment\.variables: .+\n$/);
  });

  it('lists its checks', async () => {
    const { code, stdout } = await doctor(['--list']);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(['machine.node', 'environment.variables']));
  });

  it('names every fault of the configuration, and ends with 1', async () => {
    const env = { PORT: 'http', DATABASE_URL: 'mysql://me:pa55word@host/db' };
    const { code, stdout } = await doctor(['--only', 'environment', '--json'], env);
    expect(code).toBe(1);
    const { verdict, findings } = JSON.parse(stdout.split('\n')[0] ?? '');
    expect(verdict).toBe('wrong');
    expect(findings.map(({ found }: { readonly found: string }) => found)).toEqual([
      expect.stringMatching(/^PORT must be/),
      expect.stringMatching(/^DATABASE_URL must begin with/),
      expect.stringContaining('were not run'),
    ]);
    expect(stdout).not.toContain('pa55word');
  });

  it('says that other checks wait for a configuration without faults', async () => {
    expect(await doctor(['--only', 'database'], { PORT: 'http' })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('the configuration has faults'),
    });
  });

  it.each([
    [['--only', 'nothing'], 'There is no check with that name. See commissions doctor --list.\n'],
    [['--only', ''], 'There is no check with that name. See commissions doctor --list.\n'],
    [['--fix', '--list'], /^Option '--fix' cannot be used with option '--list'/],
    [['now'], /^Too many arguments for 'doctor'/],
  ])('rejects %j in a line, with code 2', async (args, message) => {
    const { code, stdout, stderr } = await doctor(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

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

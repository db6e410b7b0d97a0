import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { processesIn, signalIfRunning } from '../database/data-directory.ts';
import { installReadably, type ReadableInstall } from '../support/readable-install.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';
import { messagesOf, ownProgram, type ServiceProcess } from '../support/service-process.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const run = promisify(execFile);
const nobody = { uid: 65_534, gid: 65_534 };
const noDatabase = { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' };

let folder: ServiceFolder;

beforeEach(async () => {
  folder = await makeServiceFolder();
});

afterEach(async () => expect(await folder.remove()).toEqual([]));

/** Returns the only sentence on standard error. Expects that no process of the service remains. */
async function failureOf(service: ServiceProcess): Promise<string> {
  const { code, stderr } = await service.ended;
  expect(code).toBe(1);
  expect(service.log.filter(({ level }) => level === 'fatal')).toEqual([]);
  expect(stderr).toMatch(/^Could not start: [^\n]+\n$/);
  expect(await processesIn(folder.path)).toEqual([]);
  return stderr.slice('Could not start: '.length, -1);
}

describe('a first start that Ctrl-C breaks off', () => {
  it('ends in good order, and is no failure', async () => {
    const service = folder.start();
    await expect.poll(() => processesIn(folder.dataDirectory), { interval: 5 }).not.toHaveLength(0);
    // A terminal sends the signal to all processes of the group.
    service.child.kill('SIGINT');
    for (const pid of await processesIn(folder.dataDirectory)) signalIfRunning(pid, 'SIGINT');
    expect(await service.ended).toEqual({ code: 0, stderr: '' });
    expect(service.log.at(-1)?.msg).toBe('Stopped');
    const next = folder.start();
    await next.address;
    next.child.kill('SIGTERM');
    expect((await next.ended).code).toBe(0);
  });
});

describe('a start that cannot succeed says in one sentence what to do', () => {
  it.each(['PORT', 'INBOX_PORT'])('names a taken %s, before anything says that it is ready', async (variable) => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const { port } = occupant.address() as { port: number };
    const service = folder.start({ ...noDatabase, INBOX: 'on', INBOX_PORT: '0', [variable]: String(port) });
    const failure = await failureOf(service);
    occupant.close();
    expect(failure).toBe(
      `Port ${port} of 127.0.0.1 is in use by another program: stop that program, or set another ${variable}`,
    );
    expect(messagesOf(service)).not.toMatch(/^(?:Ready|Listening)/m);
  });

  it.each([
    ['192.0.2.1', /^HOST \(192\.0\.2\.1\) is not an address of this machine: set one of its addresses/],
    ['no-such-host.invalid', /^HOST \(no-such-host\.invalid\) is a name without an address: correct it/],
  ])('names the host %s', async (host, message) => {
    expect(await failureOf(folder.start({ ...noDatabase, HOST: host }))).toMatch(message);
  });

  it('names a data directory that is a file', async () => {
    await writeFile(folder.dataDirectory, '');
    expect(await failureOf(folder.start())).toBe(
      `DATA_DIR (${folder.dataDirectory}) cannot be a folder, because ${folder.dataDirectory} is a file: set another DATA_DIR`,
    );
  });

  it('names a data directory on a disk that is not mounted', async () => {
    await symlink('/nowhere/data', folder.dataDirectory);
    expect(await failureOf(folder.start())).toBe(
      `DATA_DIR (${folder.dataDirectory}) cannot be a folder, because ${folder.dataDirectory} is a link to /nowhere/data, which does not exist: set another DATA_DIR`,
    );
  });

  it.each(['/proc', '/proc/commissions/data'])(
    'names a data directory at %s, where no folder can be made',
    async (dataDirectory) => {
      expect(await failureOf(folder.start({ DATA_DIR: dataDirectory }))).toBe(
        `DATA_DIR (${dataDirectory}) cannot be a folder, because /proc belongs to the kernel: set another DATA_DIR`,
      );
    },
  );

  describe('with a disk of its own', () => {
    let disk: SmallDisk | null = null;

    afterEach(() => disk?.unmount());

    it('names a disk without room for the database', async () => {
      disk = await mountSmallDisk(folder.dataDirectory, 8 * 1024 * 1024);
      expect(await failureOf(folder.start())).toBe(
        `The disk of DATA_DIR (${folder.dataDirectory}) is full: free some space, or set DATA_DIR to a folder on a larger disk`,
      );
    });

    it('names a disk that has become full', async () => {
      disk = await mountSmallDisk(folder.dataDirectory, 256 * 1024 * 1024);
      const first = folder.start();
      await first.address;
      first.child.kill('SIGTERM');
      await first.ended;
      await fill(join(folder.dataDirectory, 'filler'));
      expect(await failureOf(folder.start())).toMatch(/^The disk of DATA_DIR .* is full: free some space/);
    });
  });
});

describe('an ordinary user', () => {
  let install: ReadableInstall;

  beforeAll(async () => {
    install = await installReadably();
  });

  afterAll(() => install.remove());

  const start = (env: Record<string, string> = {}) =>
    folder.start(env, { account: nobody, program: install.program, node: install.node });

  it.each([
    ['data', 'give it DATA_DIR (chown -R nobody'],
    ['data/below/it', 'create DATA_DIR for it (install -d -o nobody'],
  ])('gets an error for a data directory %s without the right to write', async (name, remedy) => {
    await mkdir(folder.dataDirectory);
    await chmod(folder.path, 0o755);
    const dataDirectory = join(folder.path, name);
    expect(await failureOf(start({ DATA_DIR: dataDirectory }))).toBe(
      `The account nobody has no right to write ${folder.dataDirectory}: ` +
        `${remedy} ${dataDirectory}), or set another DATA_DIR`,
    );
  });

  it('is warned about one that only large attachments need', async () => {
    await mkdir(folder.dataDirectory);
    await chmod(folder.path, 0o755);
    const service = start({ ...noDatabase, OBJECT_STORE: 's3', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y' });
    await service.address;
    const warnings = service.log.filter(({ level }) => level === 'warn').map(({ msg }) => msg);
    expect(warnings).toContainEqual(expect.stringMatching(/^Large attachments will fail\. The account nobody has no/));
  });

  it('gets an error for the database of another account', async () => {
    await mkdir(join(folder.dataDirectory, 'postgres'), { recursive: true });
    await chmod(folder.path, 0o755);
    await chown(folder.dataDirectory, nobody.uid, nobody.gid);
    expect(await failureOf(start())).toMatch(/^The account nobody has no right to write .*\/data\/postgres/);
  });
});

describe('serve --check', () => {
  const check = (env: Record<string, string>) =>
    run(process.execPath, [ownProgram, 'serve', '--check'], { cwd: folder.path, env });

  it('makes nothing and asks no database when the settings are valid', async () => {
    const before = await readdir(folder.path);
    expect(await check({ DATA_DIR: folder.dataDirectory })).toEqual({ stdout: 'The settings are valid\n', stderr: '' });
    await check(noDatabase);
    expect(await readdir(folder.path)).toEqual(before);
  });

  it('refuses the same settings as a start, with the same sentences', async () => {
    await writeFile(folder.dataDirectory, '');
    await expect(check({ DATA_DIR: folder.dataDirectory })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Could not start: DATA_DIR .* is a file: set another DATA_DIR\n$/),
    });
    await expect(check({ RETENTION: 'nope', CATALOGUE_FILE: 'none.json' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The configuration has faults:\n {2}CATALOGUE_FILE .*\n {2}RETENTION .*\n$/),
    });
  });
});

describe('Node.js', () => {
  /** Runs the program on a Node that reports this version. */
  async function runOn(version: string) {
    const preload = join(folder.path, 'version.cjs');
    const versions = `{ ...process.versions, node: '${version}' }`;
    await writeFile(preload, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
    return { NODE_OPTIONS: `--require=${preload}` };
  }

  it.each(['18.20.8', '20.18.3'])('is refused in one sentence: %s', async (version) => {
    const env = { ...(await runOn(version)), PATH: process.env.PATH };
    const failure = run(process.execPath, [ownProgram, 'serve'], { cwd: folder.path, env });
    await expect(failure).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `This is Node.js ${version}, and the service needs 20.19 or later: install Node.js 24 (LTS).\n`,
    });
  });

  // An older Node must be able to parse this part of the program.
  it('reads no more than the check of its version at first', async () => {
    const imported = async (file: string) => {
      const text = await readFile(file, 'utf8');
      return [...text.matchAll(/^(?:import|export) .*?"(.*)";$/gm)].map(([, path]) => String(path));
    };
    const [check, ...others] = await imported(ownProgram);
    expect(others).toEqual([]);
    expect(await imported(resolve(ownProgram, '..', String(check)))).toEqual([]);
  });

  it.each([
    ['20.20.2', 'Node.js 20 has had no security fixes since 2026-04-30: use Node.js 24 (LTS)'],
    ['24.21.0', undefined],
    ['99.0.0', undefined],
  ])('is warned of once it is out of support: %s', async (version, warning) => {
    const service = folder.start({ ...noDatabase, ...(await runOn(version)) });
    await service.address;
    expect(service.log.find(({ msg }) => msg.startsWith('Node.js '))?.msg).toBe(warning);
    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
  });
});

/** Writes until the file system is full. */
async function fill(path: string): Promise<void> {
  await expect(run('dd', ['if=/dev/zero', `of=${path}`, 'bs=64k'])).rejects.toThrow('No space left on device');
}

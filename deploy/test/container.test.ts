import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../test/support/free-port.ts';
import { type Container, runContainer } from './support/container.ts';
import { buildImage, type ContainerImage } from './support/container-image.ts';

const repository = resolve(import.meta.dirname, '../..');

let image: ContainerImage;
let container: Container;
let address: string;
let inboxAddress: string;

beforeAll(async () => {
  image = await buildImage();
  const [port, inboxPort] = [await freePort(), await freePort()];
  address = `http://127.0.0.1:${port}`;
  inboxAddress = `http://127.0.0.1:${inboxPort}`;
  container = await runContainer(image, {
    BUCKET_NAME: 'commissions',
    DISK_FLOOR_BYTES: '0',
    HOST: '127.0.0.1',
    PORT: String(port),
    INBOX_HOST: '127.0.0.1',
    INBOX_PORT: String(inboxPort),
  });
  await container.logged(/The inbox is on/);
});

afterAll(async () => {
  await container?.remove();
  await image?.remove();
});

describe('the image', () => {
  it('names an account that is not root, the command, the volume and the ports', () => {
    const { User, Entrypoint, Cmd, Volumes, ExposedPorts } = image.config;
    expect({ User, Entrypoint, Cmd }).toEqual({ User: '1000:1000', Entrypoint: ['commissions'], Cmd: ['serve'] });
    expect(Object.keys(Volumes)).toEqual(['/data']);
    expect(Object.keys(ExposedPorts).sort()).toEqual(['3000/tcp', '3001/tcp']);
  });

  it('is made from the release of Node.js that the readme names', () => {
    const readme = readFileSync(join(repository, 'README.md'), 'utf8');
    const dockerfile = readFileSync(join(repository, 'deploy/Dockerfile'), 'utf8');
    const named = /Use Node\.js (\d+), the LTS/.exec(readme)?.[1];
    expect(/^ARG BASE_IMAGE=\S+\/node:(\d+)-/m.exec(dockerfile)?.[1]).toBe(named);
  });

  it('has the files that the npm package runs, and no development package, source or setting', () => {
    const app = join(image.root, 'app');
    // Files next to the built program. The test compares their entries only, because the image runs its own build.
    const migrations = 'src/intake/records/migrations';
    const beside = readdirSync(join(repository, migrations)).map((name) => `${migrations}/${name}`);
    expect(beside.length).toBeGreaterThan(8);
    const pages = ['index', 'accounts', 'problem'].map((name) => `dist/inbox/${name}.html`);
    const built = ['dist/main.js', 'dist/page/index.html', 'dist/page/embed.js', ...pages];
    expect([...beside, ...built].filter((path) => !existsSync(join(app, path)))).toEqual([]);
    const names = ['LICENSE', 'dist', 'healthcheck.mjs', 'node_modules', 'package.json', 'src'];
    expect(readdirSync(app).sort()).toEqual(names);
    expect(developmentPackages().filter((path) => existsSync(join(app, path)))).toEqual([]);
  });
});

describe('a container with a read-only file system', () => {
  it('stores a request with its files', async () => {
    const form = new FormData();
    form.set('payload', JSON.stringify({ customerName: 'Zoë', customerEmail: 'zoe@example.org', message: 'Two cats' }));
    form.append('files', new File([Buffer.alloc(3_000_000, 7)], 'cat.bin'));
    const response = await fetch(`${address}/api/v1/commissions`, { method: 'POST', body: form });
    expect(response.status).toBe(201);
    const list = await container.exec('commissions', 'requests', 'list');
    expect(list).toMatchObject({ exitCode: 0, output: expect.stringContaining('Zoë') });
  });

  it('serves the form and the inbox', async () => {
    expect(await (await fetch(`${address}/`)).text()).toContain('<!doctype html>');
    expect((await fetch(`${inboxAddress}/sign-in`)).status).toBe(200);
  });

  it('cannot change its program', async () => {
    const { output } = await container.exec('sh', '-c', 'touch /app/dist/main.js; touch /usr/new; id -u');
    expect(output).toContain("/app/dist/main.js': Permission denied");
    expect(output).toContain("/usr/new': Read-only file system");
    expect(output).toMatch(/^1000$/m);
  });

  it('checks its settings beside the running service', async () => {
    expect(await container.exec('commissions', 'serve', '--check')).toEqual({
      exitCode: 0,
      output: 'The settings are valid\n',
    });
    const invalid = await container.exec('env', 'RETENTION=nope', 'commissions', 'serve', '--check');
    expect(invalid).toMatchObject({ exitCode: 1, output: expect.stringContaining('RETENTION entry 1 must be') });
  });

  it('may lower limits and priority of the process that decodes pictures', async () => {
    const { output } = await container.exec('sh', '-c', 'ulimit -d 1000000; nice -n 10 true; echo done');
    expect(output).toBe('done\n');
  });

  it('is healthy while its service responds, and not while it hangs', async () => {
    const [kind, ...command] = image.config.Healthcheck.Test;
    expect(kind).toBe('CMD');
    expect(await container.exec(...command)).toEqual({ exitCode: 0, output: '' });
    await container.signal('SIGSTOP');
    const hanging = await container.exec(...command);
    await container.signal('SIGCONT');
    expect(hanging.exitCode).toBe(1);
    expect(hanging.output).toContain(`${address}/healthz does not respond`);
  });

  it('finishes and ends by itself on a signal to stop', async () => {
    await container.signal('SIGTERM');
    expect(await container.ended).toBe(0);
    expect(container.log.at(-1)).toContain('Stopped');
  });
});

/** Returns the packages that the lock file marks as development only. */
function developmentPackages(): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
  return Object.entries(packages as Record<string, { dev?: boolean }>).flatMap(([path, { dev }]) => (dev ? path : []));
}

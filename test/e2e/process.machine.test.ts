import { once } from 'node:events';
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processesIn } from '../database/data-directory.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { encodeForm, filePart, formType, payloadPart, postParts } from '../support/form.ts';
import { connectRaw } from '../support/raw-connection.ts';
import { installReadably } from '../support/readable-install.ts';
import { s3Environment } from '../support/s3-environment.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';
import { messagesOf, type ServiceProcess } from '../support/service-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { startUpload } from '../support/unfinished-upload.ts';

const nobody = { uid: 65_534, gid: 65_534 };
const path = '/api/v1/commissions';
const parts = [payloadPart(), filePart('a.png', 'the bytes of a')];

let folder: ServiceFolder;

beforeEach(async () => {
  folder = await makeServiceFolder();
});

afterEach(async () => expect(await folder.remove()).toEqual([]));

async function submitTo(service: ServiceProcess) {
  return postParts(`${await service.address}${path}`, parts);
}

async function stop(service: ServiceProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  service.child.kill(signal);
  expect(await service.ended).toEqual({ code: 0, stderr: '' });
}

describe('the configuration', () => {
  it('is refused with all its faults at once', async () => {
    const service = folder.start({ PORT: 'http', OBJECT_STORE: 'tape', DATABASE_URL: 'mysql://root:geheim@db/x' });
    const { code, stderr } = await service.ended;
    expect(code).toBe(1);
    expect(stderr).toContain('PORT must be a whole number');
    expect(stderr).toContain('OBJECT_STORE must be one of');
    expect(stderr).toContain('DATABASE_URL must begin with');
    expect(stderr).not.toMatch(/geheim|\n\s+at /);
    expect(service.log).toEqual([]);
  });

  it('is complained of without a bucket, and every submission is answered with it', async () => {
    const service = folder.start({ BUCKET_NAME: '', DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' });
    const { status, body } = await submitTo(service);
    expect(status).toBe(500);
    expect(body).toEqual({ error: 'Commission submission failed', message: 'BUCKET_NAME is not set' });
    const warnings = service.log.filter(({ level }) => level === 'warn').map(({ msg }) => msg);
    expect(warnings).toContainEqual(expect.stringContaining('BUCKET_NAME is not set'));
    await stop(service);
  });

  it('names a public path in the address of the page', async () => {
    const service = folder.start({ PUBLIC_PATH: '/studio/', DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' });
    expect(await service.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/studio\/$/);
    expect((await fetch(await service.address)).status).toBe(200);
    await stop(service);
  });

  it('comes from .env in the working directory where the environment says nothing', async () => {
    const database = await createTestDatabase();
    await writeFile(
      join(folder.path, '.env'),
      `DATABASE_URL='${database.url}'\nBUCKET_NAME=of-the-file\nLOG_LEVEL=debug\n`,
    );
    const service = folder.start({ BUCKET_NAME: 'of-the-environment' });
    expect((await submitTo(service)).status).toBe(201);
    await stop(service);
    await database.drop();
    await expect(
      rm(join(folder.dataDirectory, 'objects/of-the-environment'), { recursive: true }),
    ).resolves.toBeUndefined();
  });
});

describe('a whole life on the embedded database', () => {
  it('guards its data directory, survives SIGKILL and stops in good order', async () => {
    await chmod(folder.path, 0o700);
    const first = folder.start();
    expect(await first.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await submitTo(first)).status).toBe(201);

    const second = folder.start();
    expect(await second.ended).toEqual({
      code: 1,
      stderr:
        `Could not start: The data directory ${folder.dataDirectory} is in use by another running service ` +
        `(process ${first.child.pid}): stop that one, or set another DATA_DIR\n`,
    });
    expect((await submitTo(first)).status).toBe(201);

    first.child.kill('SIGKILL');
    await first.ended;
    const leftOver = join(folder.dataDirectory, 'spool/commission-upload-00000000-0000-4000-8000-000000000000.tmp');
    await mkdir(join(folder.dataDirectory, 'spool'), { recursive: true });
    await writeFile(leftOver, 'half a file');

    const third = folder.start();
    expect((await submitTo(third)).status).toBe(201);
    expect(await folder.countRequests()).toBe(3);
    await expect(rm(leftOver)).rejects.toThrow('ENOENT');
    await stop(third, 'SIGINT');
    expect(await processesIn(folder.path)).toEqual([]);
    expect(messagesOf(third)).toContain('Stopped');
  });

  // Without root, every test here already runs as an ordinary user.
  it('works for an ordinary user', async () => {
    await chmod(folder.path, 0o755);
    await mkdir(folder.dataDirectory);
    await chown(folder.dataDirectory, nobody.uid, nobody.gid);
    const install = await installReadably();
    try {
      const service = folder.start({}, { account: nobody, program: install.program, node: install.node });
      expect((await submitTo(service)).status).toBe(201);
      await stop(service);
      expect(await processesIn(folder.path)).toEqual([]);
    } finally {
      await install.remove();
    }
  });

  it.each([0, 300, 700])('leaves no process when it is stopped %i ms into its first start', async (pauseMs) => {
    const service = folder.start();
    await once(service.child, 'spawn');
    // Varies the moment of the signal during the start.
    await new Promise((wake) => setTimeout(wake, pauseMs));
    service.child.kill('SIGTERM');
    await service.ended;
    expect(await processesIn(folder.path)).toEqual([]);
  });
});

describe('an end in the middle of an upload', () => {
  let database: TestDatabase;
  let s3: S3Server;
  let proxy: TcpProxy;
  let env: Record<string, string>;
  let pool: Pool;

  beforeEach(async () => {
    database = await createTestDatabase();
    s3 = await startS3Server();
    proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(s3.endpoint).port) });
    env = { DATABASE_URL: database.url, ...s3Environment({ ...s3, endpoint: `http://127.0.0.1:${proxy.port}` }) };
    pool = new Pool({ connectionString: database.url, max: 1 });
  });

  afterEach(async () => {
    await folder.endAll();
    await pool.end();
    await proxy.close();
    await s3.close();
    await database.drop();
  });

  async function submittedCount(): Promise<number | null> {
    return (await pool.query('select from submitted_commission_requests')).rowCount;
  }

  async function intendedKeys(): Promise<string[]> {
    const { rows } = await pool.query<{ keys: string[] }>('select keys from upload_intents');
    return rows.flatMap(({ keys }) => keys);
  }

  it('leaves a hidden request and an intent that names what is stored by SIGKILL', async () => {
    const first = folder.start(env);
    await first.address;
    proxy.holdAnswers();
    const unanswered = submitTo(first).catch(() => 'no answer');
    await expect.poll(() => s3.objects.size, { interval: 5 }).toBe(1);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await unanswered).toBe('no answer');
    await proxy.pass();
    expect(await submittedCount()).toBe(0);
    expect(await intendedKeys()).toEqual([...s3.objects.keys()]);

    const second = folder.start(env);
    expect((await submitTo(second)).status).toBe(201);
    expect(await submittedCount()).toBe(1);
  });

  it('waits for it by SIGTERM even when its client has gone away', async () => {
    const service = folder.start(env);
    const { hostname, port } = new URL(await service.address);
    proxy.holdAnswers();
    const form = encodeForm(parts);
    const client = connect(Number(port), hostname);
    client.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${formType}\r\nContent-Length: ${form.length}\r\n\r\n`,
    );
    client.write(form);
    await expect.poll(() => s3.objects.size, { interval: 5 }).toBe(1);
    client.destroy();
    service.child.kill('SIGTERM');
    await expect.poll(() => messagesOf(service), { interval: 5 }).toContain('finishing the running submissions');
    await proxy.pass();
    expect((await service.ended).code).toBe(0);
    expect(await submittedCount()).toBe(1);
    expect(await intendedKeys()).toEqual([]);
  });
});

describe('a signal', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('lets the submissions under way finish: %s', async (signal) => {
    const database = await createTestDatabase();
    const service = folder.start({ DATABASE_URL: database.url });
    const address = await service.address;
    const uploads = await Promise.all(Array.from({ length: 8 }, () => startUpload(address)));
    service.child.kill(signal);
    await expect.poll(() => messagesOf(service), { interval: 5 }).toContain('finishing the running submissions');
    const takesMore = () =>
      fetch(`${address}${path}`, { method: 'POST' })
        .then(() => true)
        .catch(() => false);
    await expect.poll(takesMore, { interval: 5 }).toBe(false);
    expect(await Promise.all(uploads.map((upload) => upload.finish()))).toEqual(Array(8).fill(201));
    expect(await service.ended).toEqual({ code: 0, stderr: '' });
    const pool = new Pool({ connectionString: database.url, max: 1 });
    const { rowCount } = await pool.query('select from submitted_commission_requests');
    await pool.end();
    await database.drop();
    expect(rowCount).toBe(8);
  });

  it('lets connections that it has not accepted yet bring their request', async () => {
    const service = folder.start({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' });
    const { port } = new URL(await service.address);
    // While the process is stopped, the operating system completes the connections.
    service.child.kill('SIGSTOP');
    const clients = await Promise.all(Array.from({ length: 200 }, () => connectRaw(Number(port))));
    for (const client of clients) await client.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    service.child.kill('SIGTERM');
    service.child.kill('SIGCONT');
    const responses = await Promise.all(clients.map((client) => client.nextAnswer().catch(() => null)));
    expect(responses.filter((response) => response?.status !== 200)).toEqual([]);
    expect(responses.at(-1)?.headers.connection).toBe('close');
    expect((await service.ended).code).toBe(0);
  });

  it('ends it at once when it is repeated after more than a second', async () => {
    const service = folder.start({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' });
    await startUpload(await service.address);
    service.child.kill('SIGTERM');
    await expect.poll(() => messagesOf(service), { interval: 5 }).toContain('finishing the running submissions');
    const isEnded = () => service.child.kill('SIGTERM') === false || service.child.exitCode !== null;
    await expect.poll(isEnded, { interval: 100 }).toBe(true);
    expect((await service.ended).code).toBe(1);
  });

  it('is one request to stop when it arrives twice, as a terminal and npm send it', async () => {
    const database = await createTestDatabase();
    const service = folder.start({ DATABASE_URL: database.url });
    const upload = await startUpload(await service.address);
    service.child.kill('SIGINT');
    await expect.poll(() => messagesOf(service), { interval: 5 }).toContain('finishing the running submissions');
    service.child.kill('SIGINT');
    expect(await upload.finish()).toBe(201);
    expect((await service.ended).code).toBe(0);
    await database.drop();
  });
});

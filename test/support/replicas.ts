import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { openAccounts } from '../accounts/stage.ts';
import { createTestDatabaseWithTables } from './embedded-database.ts';
import { payloadPart, postParts, type RawPart, validPayload } from './form.ts';
import { s3Environment } from './s3-environment.ts';
import { startS3Server } from './s3-server.ts';
import { messagesOf, type ServiceProcess, startServiceProcess } from './service-process.ts';

const lookPauseMs = 20;

/** A whole service in a process of its own. */
export interface Replica {
  /** The address of the customers' listener. */
  readonly address: string;
  /** The address of the operators' listener. */
  readonly inbox: string;
  /** Ends its process without a warning. */
  kill(): Promise<void>;
}

/** Some replicas, on one PostgreSQL and one object store. */
export interface Replicas {
  readonly all: readonly Replica[];
  readonly pool: Pool;
  /** The number of objects in the store. */
  objects(): number;
  /** Publishes a document at one replica, as an owner does. */
  publish(document: object, at?: Replica): Promise<void>;
  close(): Promise<void>;
}

export async function startReplicas(count: number): Promise<Replicas> {
  const database = await createTestDatabaseWithTables();
  const s3 = await startS3Server();
  const folder = await mkdtemp(join(tmpdir(), 'replicas-'));
  const pool = new Pool({ connectionString: database.url, max: 2 });
  // Their sessions are ended by tests, and by the end of the database.
  pool.on('error', () => {});
  const env = {
    ...s3Environment(s3),
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '8',
    SECRETS_KEY: randomBytes(32).toString('base64'),
    TRUSTED_PROXIES: '127.0.0.1',
    INBOX: 'on',
    INBOX_PORT: '0',
  };
  const processes = Array.from({ length: count }, (_, index) =>
    startServiceProcess({ cwd: folder, env: { ...env, DATA_DIR: join(folder, String(index)) } }),
  );

  async function close(): Promise<void> {
    await Promise.all(processes.map((process) => process.destroy()));
    await pool.end();
    await database.drop();
    await s3.close();
    await rm(folder, { recursive: true, force: true });
  }

  try {
    const all = await Promise.all(processes.map(replicaOf));
    const cookie = await signIn(pool);
    const [first] = all as [Replica];
    return {
      all,
      pool,
      objects: () => s3.objects.size,
      publish: (document, { inbox } = first) => publish(inbox, cookie, document),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function replicaOf(process: ServiceProcess): Promise<Replica> {
  const address = await process.address;
  const inboxLine = /The inbox is on (\S+)/;
  while (!inboxLine.test(messagesOf(process))) await sleep(lookPauseMs);
  return { address, inbox: inboxLine.exec(messagesOf(process))?.[1] ?? '', kill: () => process.destroy() };
}

/** Resolves with the cookie of a new owner's session. */
async function signIn(pool: Pool): Promise<string> {
  const accounts = openAccounts(pool);
  const { id } = await accounts.makeOwner();
  const { token } = await accounts.sessions.start(id, { ipAddress: null, userAgent: 'Test/1.0' });
  return `commissions-session=${token}`;
}

async function publish(inbox: string, cookie: string, document: object): Promise<void> {
  async function call(method: string, path: string, body?: object): Promise<{ readonly version: number }> {
    const response = await fetch(`${inbox}/api/operator/v1/studio/${path}`, {
      method,
      headers: { cookie, origin: inbox, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { readonly version: number };
  }
  const { version } = await call('GET', 'draft');
  const saved = await call('PUT', 'draft', { version, document });
  await call('POST', 'publish', { version: saved.version });
}

export interface SentForm {
  readonly payload?: object;
  /** The member `proof` of `commission-form`. */
  readonly proof?: string;
  readonly files?: readonly RawPart[];
  /** The address that it comes from. */
  readonly from: string;
}

/** Sends a form. Resolves with the status of the response. */
export async function sendTo({ address }: Replica, { payload, proof, files = [], from }: SentForm): Promise<number> {
  const proven = proof === undefined ? [] : [formPart({ v: 1, proof })];
  const parts = [payloadPart({ ...validPayload, ...payload }), ...proven, ...files];
  return (await postParts(`${address}/api/v1/commissions`, parts, { 'x-forwarded-for': from })).status;
}

function formPart(form: object): RawPart {
  return { headers: ['Content-Disposition: form-data; name="commission-form"'], body: JSON.stringify(form) };
}

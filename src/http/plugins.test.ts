import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCustomerParts } from '../../test/support/customer-parts.ts';
import { createFilesystemObjectStore } from '../platform/objects/filesystem/object-store.ts';
import { createApp } from './app.ts';

let directory: string;
let app: FastifyInstance;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'plugins-'));
});

afterEach(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

/** The app rejects every submission, so neither store is called. */
function createPublicApp() {
  const objects = createFilesystemObjectStore({ directory, bucket: 'attachments' });
  const variables = { BUCKET_NAME: '', DATA_DIR: directory, MAX_REQUEST_BYTES: '100000' };
  return createApp(openCustomerParts({ pool: new Pool(), objects }, variables));
}

const schema = {
  querystring: { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } },
  response: { 200: { type: 'object', properties: { doubled: { type: 'integer' } } } },
} as const;

async function listen(): Promise<string> {
  app.register(fastifyCookie);
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-sent-by', 'a hook');
  });
  app.register(async (scope) => {
    scope.get<{ Querystring: { count: number } }>('/double', { schema }, async (request, reply) => {
      reply.setCookie('seen', request.cookies.seen ?? 'never');
      return { doubled: request.query.count * 2, secret: true };
    });
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

describe('the public app', () => {
  beforeEach(() => {
    app = createPublicApp();
  });

  it('takes cookies, hooks and route schemas', async () => {
    const address = await listen();
    const response = await fetch(`${address}/double?count=21`, { headers: { cookie: 'seen=before' } });
    expect(await response.json()).toEqual({ doubled: 42 });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'set-cookie': 'seen=before; SameSite=Lax',
      'x-sent-by': 'a hook',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('rejects what a route schema does not allow', async () => {
    const address = await listen();
    const response = await fetch(`${address}/double?count=many`);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 400,
      body: { error: 'querystring/count must be integer' },
    });
  });

  it('runs hooks on a verdict that is known before its request has arrived', async () => {
    const address = await listen();
    const response = await fetch(`${address}/other`, { method: 'POST', body: new Uint8Array(3_000_000) });
    expect(response.status).toBe(404);
    expect(response.headers.get('x-sent-by')).toBe('a hook');
    expect(await response.json()).toEqual({ error: 'Not found' });
  });

  it('is alive', async () => {
    const address = await listen();
    expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({ status: 'alive' });
    const rejected = await fetch(`${address}/healthz`, { method: 'DELETE' });
    expect([rejected.status, rejected.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('runs hooks on the verdict on a submission', async () => {
    const address = await listen();
    const response = await fetch(`${address}/api/v1/commissions`, { method: 'POST', body: new FormData() });
    expect([response.status, response.headers.get('x-sent-by')]).toEqual([500, 'a hook']);
  });
});

import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStatusLinks } from '../../src/events/status-links/create-status-links.ts';
import { createLinkSecret } from '../../src/events/status-links/link-secret.ts';
import type { StatusTokens } from '../../src/events/status-links/status-links.ts';
import { createStatusTokens } from '../../src/events/status-links/status-tokens.ts';
import { createStatusReader } from '../../src/requests/facets/create-status-reader.ts';
import { type InboxStage, openInbox } from '../requests/stage.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';

let database: MigratedDatabase;
let inbox: InboxStage;
let tokens: StatusTokens;

beforeAll(async () => {
  database = await openMigratedDatabase();
  inbox = openInbox(database.pool);
  tokens = createStatusTokens(createLinkSecret(database.pool));
});

afterAll(() => database.close());

describe('the secret', () => {
  it('is one for all processes, even where they start together', async () => {
    await database.pool.query('delete from service_secrets');
    const secrets = await Promise.all(Array.from({ length: 8 }, () => createLinkSecret(database.pool)()));
    expect(new Set(secrets.map((secret) => secret.export().toString('hex'))).size).toBe(1);
    expect(secrets[0]?.symmetricKeySize).toBe(32);
    const { rows } = await database.pool.query('select octet_length(secret) as bytes from service_secrets');
    expect(rows).toEqual([{ bytes: 32 }]);
  });

  it('is loaded again after the database was away', async () => {
    let isAway = true;
    const query = (...args: Parameters<Pool['query']>) =>
      isAway ? Promise.reject(new Error('away')) : database.pool.query(...args);
    const secret = createLinkSecret({ query } as unknown as Pool);
    await expect(secret()).rejects.toThrow('away');
    isAway = false;
    expect((await secret()).symmetricKeySize).toBe(32);
  });

  it('makes other tokens in another database', async () => {
    const other = createStatusTokens(async () => (await import('node:crypto')).createSecretKey(randomBytes(32)));
    const link = { requestId: randomUUID(), version: 1 };
    const token = await tokens.encode(link);
    expect(await other.encode(link)).not.toBe(token);
    expect(await other.decode(token)).toBeNull();
  });
});

describe('a token', () => {
  it('stands for a request and a version, the same each time', async () => {
    const link = { requestId: randomUUID(), version: 7 };
    const token = await tokens.encode(link);
    expect(token).toMatch(/^[\w-]{48}$/);
    expect(await tokens.encode(link)).toBe(token);
    expect(await tokens.decode(token)).toEqual(link);
    expect(await tokens.encode({ ...link, version: 8 })).not.toBe(token);
  });

  it('is no token any more with one bit changed, wherever it is', async () => {
    const token = await tokens.encode({ requestId: randomUUID(), version: 1 });
    const bytes = Buffer.from(token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(await tokens.decode(changed.toString('base64url'))).toBeNull();
    }
  });

  it('has one spelling, and no part of it is worth anything', async () => {
    const [a, b] = [
      await tokens.encode({ requestId: randomUUID(), version: 1 }),
      await tokens.encode({ requestId: randomUUID(), version: 1 }),
    ];
    const forged = [
      '',
      a.slice(0, -1),
      a.slice(1),
      `${a}A`,
      `${a}=`,
      ` ${a}`,
      `${a}\n`,
      a.slice(0, 27) + b.slice(27),
      b.slice(0, 27) + a.slice(27),
      a.toUpperCase(),
      'A'.repeat(48),
      'é'.repeat(48),
      '\u0000'.repeat(48),
      a.repeat(300),
    ];
    for (const text of forged) expect(await tokens.decode(text), text).toBeNull();
  });
});

describe('a link', () => {
  it('finds what a customer may see, and nothing else of the request', async () => {
    const createdAt = new Date('2026-11-22T10:21:00.123Z');
    const requestId = await inbox.store({
      createdAt,
      files: ['a.png', 'b.png'],
      name: 'Zoë',
      email: 'zoe@example.org',
    });
    await inbox.editor.change(requestId, 1, { publicMessage: 'Soon' }, inbox.actor);
    const status = await createStatusReader(database.pool).find({ requestId, version: 1 });
    expect(status).toEqual({
      ...{ requestId, createdAt, status: 'NEW', dueOn: null, fileCount: 2, work: null, terms: [] },
      publicMessage: 'Soon',
      publicMessageAt: expect.any(Date),
    });
  });

  it('is revoked by a new one, which is recorded', async () => {
    const requestId = await inbox.store();
    const links = createStatusLinks(database.pool);
    const reader = createStatusReader(database.pool);
    expect(await links.current(requestId)).toEqual({ requestId, version: 1 });
    expect(await links.renew(requestId, inbox.actor)).toEqual({ requestId, version: 2 });
    expect(await reader.find({ requestId, version: 1 })).toBeNull();
    expect(await reader.find({ requestId, version: 2 })).toMatchObject({ requestId });
    const events = await inbox.reader.events(requestId);
    expect(events?.at(-1)).toMatchObject({ kind: 'status-link', from: 1, to: 2, actor: { kind: 'operator' } });
    expect(await inbox.reader.find(requestId)).toMatchObject({ version: 1 });
  });

  it('is made anew by several at once, one after the other', async () => {
    const requestId = await inbox.store();
    const links = createStatusLinks(database.pool);
    const made = await Promise.all(Array.from({ length: 6 }, () => links.renew(requestId, inbox.actor)));
    expect(made.map((link) => link?.version).sort()).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('leads nowhere while the files of its request are on their way', async () => {
    const requestId = await inbox.store();
    await database.pool.query(
      "insert into upload_intents (request_id, keys, lease_until) values ($1, '{}', now() + interval '1 minute')",
      [requestId],
    );
    expect(await createStatusReader(database.pool).find({ requestId, version: 1 })).toBeNull();
    expect(await createStatusLinks(database.pool).renew(requestId, inbox.actor)).toBeNull();
    expect(await createStatusLinks(database.pool).current(requestId)).toBeNull();
  });

  it('is looked up by the same query, whatever is wrong with it', async () => {
    const asked: unknown[] = [];
    const query = (config: { name: string; text: string }) => {
      asked.push([config.name, config.text]);
      return database.pool.query(config);
    };
    const reader = createStatusReader({ query } as unknown as Pool);
    const [revoked, erased] = [await inbox.store(), await inbox.store()];
    await createStatusLinks(database.pool).renew(revoked, inbox.actor);
    await database.pool.query('delete from commission_requests where id = $1', [erased]);
    for (const link of [null, { requestId: revoked, version: 1 }, { requestId: erased, version: 1 }]) {
      expect(await reader.find(link)).toBeNull();
    }
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(1);
  });
});

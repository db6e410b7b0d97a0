import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApiTokens } from '../../src/accounts/api-tokens.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';

let database: MigratedDatabase;

beforeEach(async () => {
  database = await openMigratedDatabase();
});

afterEach(() => database.close());

const fresh = { name: 'Importer', scopes: ['read', 'write'], expiresAt: null, createdBy: null } as const;

describe('an API token', () => {
  it('is shown once and stored hashed', async () => {
    const tokens = createApiTokens(database.pool);
    const { secret } = await tokens.create(fresh);
    expect(secret).toMatch(/^csk_[A-Za-z0-9_-]{43}$/);
    const { rows } = await database.pool.query('select * from api_tokens');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('names its scopes, and tells when it was used last', async () => {
    const tokens = createApiTokens(database.pool);
    const { token, secret } = await tokens.create(fresh);
    expect(token.usedAt).toBeNull();
    expect(await tokens.authenticate(secret)).toMatchObject({ id: token.id, scopes: ['read', 'write'] });
    expect((await tokens.list())[0]?.usedAt).toBeInstanceOf(Date);
  });

  it('is not valid after it was revoked', async () => {
    const tokens = createApiTokens(database.pool);
    const { token, secret } = await tokens.create(fresh);
    expect(await tokens.revoke(token.id)).toBe('revoked');
    expect(await tokens.revoke(token.id)).toBe('missing');
    expect(await tokens.authenticate(secret)).toBeNull();
    expect(await tokens.list()).toEqual([]);
  });

  it('is not valid after it expired', async () => {
    const tokens = createApiTokens(database.pool);
    const { secret } = await tokens.create({ ...fresh, expiresAt: new Date(Date.now() - 1000) });
    expect(await tokens.authenticate(secret)).toBeNull();
  });

  it('cannot have a scope that there is not', async () => {
    const tokens = createApiTokens(database.pool);
    await expect(tokens.create({ ...fresh, scopes: ['admin' as 'read'] })).rejects.toThrow();
  });
});

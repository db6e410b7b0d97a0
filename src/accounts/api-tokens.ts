import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { ownerActor } from '../events/events.ts';
import { recordChange } from '../events/record-change.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { ApiToken } from './account-shapes.ts';
import type { ApiTokens, CreatedApiToken, NewApiToken } from './accounts.ts';
import { isMadeBy } from './operators.ts';
import { createSecret, hashSecret } from './secret.ts';

const prefix = 'csk_';
const columns = 'id, name, scopes, created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt"';
const isValid = 'revoked_at is null and (expires_at is null or expires_at > now())';

export function createApiTokens(pool: Pool): ApiTokens {
  function create(token: NewApiToken & { readonly createdBy: null }): Promise<CreatedApiToken>;
  function create(token: NewApiToken): Promise<CreatedApiToken | 'missing'>;
  async function create({ name, scopes, expiresAt, createdBy }: NewApiToken): Promise<CreatedApiToken | 'missing'> {
    const secret = createSecret(prefix);
    const text = `
      insert into api_tokens (id, name, token_hash, scopes, created_by, expires_at)
      select $1, $2, $3, $4, $5, $6::timestamptz where ${isMadeBy('$5')}
      returning ${columns}`;
    const values = [randomUUID(), name, secret.hash, [...new Set(scopes)], createdBy, expiresAt];
    return inTransaction(pool, async (client) => {
      const [token] = (await client.query<ApiToken>(text, values)).rows;
      if (token === undefined) return 'missing';
      await recordChange(client, ownerActor(createdBy), { kind: 'token', from: null, to: factsOf(token) });
      return { token, secret: secret.text };
    });
  }

  return {
    create,
    async list() {
      const text = `select ${columns} from api_tokens where revoked_at is null order by created_at desc, id`;
      return (await pool.query<ApiToken>(text)).rows;
    },
    async revoke(id, by = null) {
      const text = `update api_tokens set revoked_at = now() where id = $1 and revoked_at is null returning ${columns}`;
      return inTransaction(pool, async (client) => {
        const [token] = (await client.query<ApiToken>(text, [id])).rows;
        if (token === undefined) return 'missing';
        await recordChange(client, ownerActor(by), { kind: 'token', from: factsOf(token), to: null });
        return 'revoked';
      });
    },
    async authenticate(secret) {
      if (!secret.startsWith(prefix)) return null;
      const text = `
        select ${columns}, used_at is null or used_at < now() - interval '1 minute' as "isStale"
        from api_tokens where token_hash = $1 and ${isValid}`;
      type Found = ApiToken & { readonly isStale: boolean };
      const [found] = (await pool.query<Found>({ name: 'api-token', text, values: [hashSecret(secret)] })).rows;
      if (found === undefined) return null;
      const { isStale, ...token } = found;
      if (isStale) await pool.query('update api_tokens set used_at = now() where id = $1', [token.id]);
      return token;
    },
  };
}

const factsOf = ({ id, name, scopes, expiresAt }: ApiToken) => ({ id, name, scopes, expiresAt });

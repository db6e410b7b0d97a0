import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { ApiToken, ApiTokens } from './accounts.ts';
import type { TokenScope } from './roles.ts';
import { createSecret, hashSecret } from './secret.ts';

const prefix = 'csk_';
const columns = 'id, name, scopes, created_at, expires_at, used_at';
const isValid = 'revoked_at is null and (expires_at is null or expires_at > now())';

interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly used_at: Date | null;
}

/** The tokens in PostgreSQL. */
export function createApiTokens(pool: Pool): ApiTokens {
  return {
    async create({ name, scopes, expiresAt, createdBy }) {
      const secret = createSecret(prefix);
      const text = `
        insert into api_tokens (id, name, token_hash, scopes, created_by, expires_at) values ($1, $2, $3, $4, $5, $6)
        returning ${columns}`;
      const values = [randomUUID(), name, secret.hash, [...new Set(scopes)], createdBy, expiresAt];
      const [row] = (await pool.query<TokenRow>(text, values)).rows;
      if (row === undefined) throw new Error('An inserted token is returned');
      return { token: tokenOf(row), secret: secret.text };
    },
    async list() {
      const text = `select ${columns} from api_tokens where revoked_at is null order by created_at desc, id`;
      return (await pool.query<TokenRow>(text)).rows.map(tokenOf);
    },
    async revoke(id) {
      const text = 'update api_tokens set revoked_at = now() where id = $1 and revoked_at is null';
      return (await pool.query(text, [id])).rowCount === 1 ? 'revoked' : 'missing';
    },
    async authenticate(secret) {
      if (!secret.startsWith(prefix)) return null;
      const text = `
        select ${columns}, used_at is null or used_at < now() - interval '1 minute' as is_stale
        from api_tokens where token_hash = $1 and ${isValid}`;
      type Found = TokenRow & { readonly is_stale: boolean };
      const [row] = (await pool.query<Found>({ name: 'api-token', text, values: [hashSecret(secret)] })).rows;
      if (row === undefined) return null;
      if (row.is_stale) await pool.query('update api_tokens set used_at = now() where id = $1', [row.id]);
      return tokenOf(row);
    },
  };
}

function tokenOf(row: TokenRow): ApiToken {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  };
}

import type { Pool } from 'pg';
import { inTurn } from '../../platform/database/transaction.ts';
import type { SavedView } from './saved-view-shape.ts';
import type { SavedViews } from './saved-views.ts';
import { mostViews } from './view-limits.ts';

// Readers do not wait.
const lockText = 'lock table saved_views in share row exclusive mode';

const saveText = `
  insert into saved_views (name, search)
  select $1, $2 where (select count(*) from saved_views where name <> $1) < $3
  on conflict (name) do update set search = excluded.search
  returning id, name, search`;

export function createSavedViews(pool: Pool): SavedViews {
  return {
    async list() {
      return (await pool.query<SavedView>('select id, name, search from saved_views order by created_at, id')).rows;
    },
    async save(name, search) {
      const values = [name, search, mostViews];
      const { rows } = await inTurn(pool, lockText, (client) => client.query<SavedView>(saveText, values));
      return rows[0] ?? 'too-many';
    },
    async remove(id) {
      const { rowCount } = await pool.query('delete from saved_views where id = $1', [id]);
      return rowCount === 1 ? 'removed' : 'missing';
    },
  };
}

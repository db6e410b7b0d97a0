import type { Pool } from 'pg';
import { systemActor } from '../../events/events.ts';
import { recordChange } from '../../events/record-change.ts';
import { inTransaction, inTurn } from '../../platform/database/transaction.ts';
import type { SavedView, SavedViews } from './saved-view-shape.ts';
import { mostViews } from './view-limits.ts';

// Readers do not wait.
const lockText = 'lock table saved_views in share row exclusive mode';

const saveText = `
  insert into saved_views (name, search)
  select $1, $2 where (select count(*) from saved_views where name <> $1) < $3
  on conflict (name) do update set search = excluded.search
  returning id, name, search, (select search from saved_views where name = $1) as before`;

const removeText = 'delete from saved_views where id = $1 returning id, name';

export function createSavedViews(pool: Pool): SavedViews {
  return {
    async list() {
      return (await pool.query<SavedView>('select id, name, search from saved_views order by created_at, id')).rows;
    },
    save: (name, search, actor = systemActor) =>
      inTurn(pool, lockText, async (client) => {
        type Saved = SavedView & { readonly before: string | null };
        const [saved] = (await client.query<Saved>(saveText, [name, search, mostViews])).rows;
        if (saved === undefined) return 'too-many';
        const { before, ...view } = saved;
        const facts = { id: view.id, name };
        if (before !== search)
          await recordChange(client, actor, { kind: 'view', from: before === null ? null : facts, to: facts });
        return view;
      }),
    remove: (id, actor = systemActor) =>
      inTransaction(pool, async (client) => {
        const [from] = (await client.query<{ id: string; name: string }>(removeText, [id])).rows;
        if (from === undefined) return 'missing';
        await recordChange(client, actor, { kind: 'view', from, to: null });
        return 'removed';
      }),
  };
}

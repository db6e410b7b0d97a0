import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChannels } from '../../src/deliveries/channels/create-channels.ts';
import { createMessageTemplates } from '../../src/deliveries/kinds/mail/create-message-templates.ts';
import { createIntentJournal } from '../../src/intake/journal/create-intent-journal.ts';
import { createRollBack } from '../../src/intake/journal/roll-back.ts';
import { createSavedViews } from '../../src/requests/inbox/create-saved-views.ts';
import { createPictureStore } from '../../src/studio/pictures/create-picture-store.ts';
import { createNewKeyRing } from '../deliveries/stage.ts';
import { filesystemStore, type OpenedStore } from '../reconcile/stores.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { newPicture } from '../support/studio-picture.ts';
import { whileUncommitted } from '../support/while-uncommitted.ts';

let database: MigratedDatabase;
let stored: OpenedStore;

beforeEach(async () => {
  database = await openMigratedDatabase();
  stored = await filesystemStore();
});

afterEach(async () => {
  await stored.close();
  await database.close();
});

const keyRing = createNewKeyRing();
const webhook = { kind: 'webhook', types: ['request.created'], createdBy: null } as const;

function pictureStore(pool: Pool) {
  const { objects } = stored;
  const journal = createIntentJournal(pool, { leaseMs: 60_000, graceMs: 0 });
  const rollBacks = createRollBack({ journal, objects, log: pino({ level: 'silent' }) });
  return createPictureStore({ pool, objects, rollBacks, leaseMs: 60_000, putMs: 5000 });
}

const fill = (text: string) => (number: number) => database.pool.query(text, [number]);

describe('a limit of a count', () => {
  it.each([
    {
      what: 'views',
      limit: 50,
      fillTo: fill("insert into saved_views (name, search) select n::text, '' from generate_series(1, $1::int) n"),
      add: (pool: Pool, name: string): Promise<unknown> => createSavedViews(pool).save(name, ''),
    },
    {
      what: 'templates',
      limit: 100,
      fillTo: fill('insert into message_templates (text) select n::text from generate_series(1, $1::int) n'),
      add: (pool: Pool, text: string): Promise<unknown> => createMessageTemplates(pool).add(text),
    },
    {
      what: 'channels',
      limit: 50,
      fillTo: fill(
        `insert into delivery_channels (id, kind, name, types, settings)
         select gen_random_uuid(), 'webhook', n::text, '{request.created}', '{}' from generate_series(1, $1::int) n`,
      ),
      add: (pool: Pool, name: string): Promise<unknown> =>
        createChannels(pool, keyRing).add({ ...webhook, name, url: 'https://hooks.example.org/' }),
    },
    {
      what: 'pictures',
      limit: 1000,
      fillTo: fill(
        `insert into studio_pictures (id, sha256) select gen_random_uuid(), n::text from generate_series(1, $1::int) n`,
      ),
      add: (pool: Pool, name: string): Promise<unknown> => pictureStore(pool).store(newPicture(name)),
    },
  ])('holds for $what, of which two are added at once', async ({ limit, fillTo, add }) => {
    await fillTo(limit - 1);
    let first: unknown;
    const second = await whileUncommitted(
      database.pool,
      async (_client, pool) => {
        first = await add(pool, 'first');
      },
      () => add(database.pool, 'second'),
    );
    expect(first).toEqual(expect.any(Object));
    expect(second).toBe('too-many');
  });
});

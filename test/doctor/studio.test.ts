import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { examineDatabase } from './examine-database.ts';

let database: MigratedDatabase;
let directory: string;

beforeEach(async () => {
  database = await openMigratedDatabase();
  directory = await mkdtemp(join(tmpdir(), 'studio-'));
});

afterEach(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

async function publish(document: object, changed: readonly string[] = []): Promise<void> {
  await database.pool.query(
    `insert into studio_revisions (revision, actor_kind, changed, document)
     select coalesce(max(revision), 0) + 1, 'system', $2, $1 from studio_revisions`,
    [JSON.stringify(document), changed],
  );
}

async function examine(env: Record<string, string> = {}) {
  const { studio } = await examineDatabase(database.url, 'studio', env);
  return { verdict: studio?.verdict, found: studio?.findings.map(({ found }) => found) };
}

async function fileOf(content: object): Promise<Record<string, string>> {
  const path = join(directory, 'catalogue.json');
  await writeFile(path, JSON.stringify(content));
  return { CATALOGUE_FILE: path };
}

describe('the check of the studio', () => {
  it('has nothing against a studio that customers see whole, nor against none', async () => {
    expect(await examine()).toEqual({ verdict: 'ok', found: ['Nothing is published in the studio'] });
    await publish({ title: { en: 'Lindenhof' } });
    const file = await fileOf({ title: 'Lindenhof', contact: 'a@example.org' });
    expect(await examine(file)).toEqual({ verdict: 'ok', found: ['Customers see revision 1 of the studio whole'] });
  });

  it('names pictures that are not there, of the database and of a file', async () => {
    const sha256 = 'a'.repeat(64);
    const logo = { logo: { sha256 } };
    const found = ['The studio names pictures that are not there: `logo`'];
    expect(await examine(await fileOf(logo))).toEqual({ verdict: 'warning', found });
    await publish(logo);
    expect(await examine()).toEqual({ verdict: 'warning', found });
    await database.pool.query('insert into studio_pictures (id, sha256) values (gen_random_uuid(), $1)', [sha256]);
    expect((await examine()).verdict).toBe('ok');
  });

  it('names the parts of a later version', async () => {
    await publish({ title: { en: 'Lindenhof' }, holidays: [], theme: { stars: 5 } });
    expect(await examine()).toEqual({
      verdict: 'warning',
      found: [
        'Revision 1 of the studio has parts that this version leaves out: ' +
          '`theme.stars` is no key of a catalogue; `holidays` is no key of a catalogue',
      ],
    });
  });

  it('names the keys in which a file and the database contradict each other', async () => {
    await publish({ title: { en: 'Published' }, extras: [{ id: 'a', name: { en: 'A' } }] });
    expect(await examine(await fileOf({ title: 'File', extras: [{ id: 'a', name: 'A' }], contact: null }))).toEqual({
      verdict: 'warning',
      found: ['CATALOGUE_FILE overrides what revision 1 of the studio sets: title'],
    });
  });

  it('reports custom cards that are offered to no customer', async () => {
    await publish({ customCards: [{ id: 'gift', name: { en: 'Gift' } }] });
    expect((await examine({ API_REVISION: 'earlier' })).verdict).toBe('warning');
    expect((await examine()).verdict).toBe('ok');
  });

  it('names the ids of a file that were those of other entries', async () => {
    await publish({ questions: [{ id: 'size', label: { en: 'Size' }, kind: 'number' }] }, ['questions']);
    await publish({});
    const ask = async (kind: string) => examine(await fileOf({ questions: [{ id: 'size', label: 'Size', kind }] }));
    expect((await ask('number')).verdict).toBe('ok');
    expect(await ask('text')).toEqual({
      verdict: 'warning',
      found: [expect.stringContaining('CATALOGUE_FILE uses ids of earlier entries: `questions[0].id` was the id')],
    });
  });
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { createStudioRevisions } from '../../src/studio/revisions/create-studio-revisions.ts';
import { createTestDatabaseWithTables, type TestDatabase } from '../support/embedded-database.ts';
import { runOwnCommand } from '../support/own-command.ts';

let directory: string;
let database: TestDatabase;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'studio-'));
  database = await createTestDatabaseWithTables();
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

function studio(...args: string[]) {
  const env = { DATA_DIR: directory, DATABASE_URL: database.url, BUCKET_NAME: 'b' };
  return runOwnCommand(['studio', ...args], { env, cwd: directory });
}

async function fileOf(content: unknown): Promise<string> {
  const path = join(directory, 'catalogue.json');
  await writeFile(path, JSON.stringify(content));
  return path;
}

const catalogue = {
  title: 'Lindenhof',
  types: [{ id: 'bust', name: { en: 'Bust', de: 'Büste' } }],
  extras: [{ id: 'frame', name: 'Frame' }],
};

describe('commissions studio', () => {
  it('imports a file once, however often it is called, and takes its extras along', async () => {
    const file = await fileOf({ ...catalogue, icon: 'icon.png' });
    const first = await studio('import', file);
    expect(first.stdout).toBe('Revision 1 is published: title, types, extras\n');
    expect(first.stderr).toMatch(/^`image` and `icon` were not imported/);
    expect(JSON.parse((await studio('import', file, '--json')).stdout)).toEqual({ revision: null, changed: [] });
    const shown = JSON.parse((await studio('show', '--json')).stdout);
    expect(shown).toMatchObject({
      published: { revision: 1, note: 'imported from catalogue.json', actor: { kind: 'system' } },
      draft: { version: 2, changed: [] },
      locked: [],
    });
    const pool = new Pool({ connectionString: database.url });
    expect((await pool.query('select id from commission_extras')).rows).toEqual([{ id: 'frame' }]);
    await pool.end();
  });

  it('exports what it imports: nothing changes on the way', async () => {
    await studio('import', await fileOf(catalogue));
    const exported = join(directory, 'exported.json');
    await studio('export', '--output', exported);
    expect(JSON.parse(await readFile(exported, 'utf8'))).toEqual(studioSchema.parse(catalogue));
    expect((await studio('import', exported)).stdout).toBe('Nothing has changed\n');
    await studio('import', await fileOf({ title: 'Other' }));
    expect(JSON.parse((await studio('export')).stdout)).toMatchObject({
      title: { en: 'Other' },
      extras: [{ id: 'frame' }],
    });
    expect(JSON.parse((await studio('export', '--revision', '1')).stdout).title).toEqual({ en: 'Lindenhof' });
  });

  it('publishes the draft, which an import leaves as it is', async () => {
    await studio('import', await fileOf(catalogue));
    const pool = new Pool({ connectionString: database.url });
    const revisions = createStudioRevisions(pool, null);
    const { version } = await revisions.draft();
    await revisions.saveDraft(version, studioSchema.parse({ title: 'Draft' }), systemActor);
    await pool.end();
    await studio('import', await fileOf({ contact: 'a@example.org' }));
    expect((await studio('show')).stdout).toMatch(
      /^Revision 2 of .* by a command: ".*"\nThe draft changes title, contact, types, extras\n$/,
    );
    const published = await studio('publish', '--note', 'New', '--json');
    expect(JSON.parse(published.stdout)).toEqual({ revision: 3, changed: ['title', 'contact', 'types', 'extras'] });
    expect((await studio('publish')).stdout).toBe('Nothing has changed\n');
  });

  it('imports no file that names a picture which the service does not have', async () => {
    const pictures = [{ sha256: 'a'.repeat(64) }];
    const file = await fileOf({ types: [{ id: 'bust', name: 'Bust', pictures }] });
    expect((await studio('check', file)).code).toBe(0);
    expect(await studio('import', file)).toMatchObject({
      code: 1,
      stderr:
        'Could not import the studio: `types[0].pictures[0]` names a picture that this service does not have: ' +
        'a file has no pictures, so import the folder of studio export --folder, or upload them in the inbox first\n',
    });
    expect((await studio('show')).stdout).toBe('Nothing is published\n');
  });

  it('says what is wrong with a file, and imports nothing of it', async () => {
    const file = await fileOf({ types: [{ id: 'bust' }], colour: 'red' });
    expect(await studio('check', file)).toMatchObject({
      code: 1,
      stdout: '`types[0].name` is missing\n`colour` is no key of a catalogue\n',
    });
    expect(await studio('import', file)).toMatchObject({ code: 1, stderr: expect.stringContaining('studio check') });
    expect((await studio('show')).stdout).toBe('Nothing is published\n');
    expect(await studio('export')).toMatchObject({
      code: 1,
      stderr: 'Could not export the studio: nothing is published\n',
    });
    expect((await studio('check', await fileOf(catalogue))).code).toBe(0);
  });
});

import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { requestStatuses } from '../../src/events/statuses.ts';

const repository = resolve(import.meta.dirname, '../..');
const migrations = 'src/intake/records/migrations';

/** The changes that a later version may make while processes of this one run: a column with a default, and another word. */
const laterText = `
alter table commission_requests add column nickname text not null default 'nobody';

create or replace view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);

create or replace function is_request_status(status text) returns boolean language plpgsql immutable parallel safe as $$
begin
  return status in (${[...requestStatuses, 'ARCHIVED'].map((status) => `'${status}'`).join()});
end
$$;
`;

/** The migrations of this version, and one of a made-up later version. */
export interface LaterMigrations {
  readonly directory: string;
  /** The later migration, of version 1000. */
  readonly file: string;
  remove(): Promise<void>;
}

export async function makeLaterMigrations(): Promise<LaterMigrations> {
  const directory = await mkdtemp(join(tmpdir(), 'later-migrations-'));
  return {
    directory,
    file: await writeLaterMigrations(directory),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Fills a folder with the migrations of this version and the later one. Resolves with the file of the later one. */
export async function writeLaterMigrations(directory: string): Promise<string> {
  await cp(join(repository, migrations), directory, { recursive: true });
  const file = join(directory, '1000-nicknames.sql');
  await writeFile(file, laterText);
  return file;
}

/** The built service with these migrations. */
export interface LaterVersion {
  readonly program: string;
  remove(): Promise<void>;
}

export async function installLaterVersion(): Promise<LaterVersion> {
  const directory = await mkdtemp(join(tmpdir(), 'later-version-'));
  for (const path of ['package.json', 'dist']) {
    await cp(join(repository, path), join(directory, path), { recursive: true });
  }
  await symlink(join(repository, 'node_modules'), join(directory, 'node_modules'));
  await writeLaterMigrations(join(directory, migrations));
  return { program: join(directory, 'dist/main.js'), remove: () => rm(directory, { recursive: true, force: true }) };
}

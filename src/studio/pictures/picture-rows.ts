import type { ClientBase, Pool } from 'pg';
import type { ObjectKey } from '../../platform/objects/object-key.ts';
import type { Fault } from '../document/faults.ts';
import { namedPictures } from '../document/named-pictures.ts';
import type { Studio } from '../document/studio.ts';
import {
  mostPictures,
  type PictureFile,
  pictureSides,
  type StudioPicture,
  type StudioPictures,
} from './studio-pictures.ts';

type Queries = Pick<ClientBase | Pool, 'query'>;

interface FileRow extends PictureFile {
  readonly side: number;
  readonly key: ObjectKey;
}

interface PictureRow {
  readonly sha256: string;
  readonly uploadedAt: Date;
  readonly files: readonly FileRow[];
}

const columns = `
  p.sha256, p.uploaded_at as "uploadedAt", (
    select json_agg(json_build_object(
      'side', f.side, 'key', f.file_key, 'size', f.file_size, 'sha256', f.sha256, 'width', f.width, 'height', f.height
    )) from studio_picture_files f where f.picture_id = p.id
  ) as files`;

const listText = `select ${columns} from studio_pictures p order by p.uploaded_at desc, p.id limit ${mostPictures}`;
const namedText = `select ${columns} from studio_pictures p where p.sha256 = any($1)`;

export function createStudioPictures(pool: Pool): StudioPictures {
  return {
    find: async (sha256) => (await readPictures(pool, [sha256]))[0] ?? null,
    list: async () => (await pool.query<PictureRow>(listText)).rows.map(pictureOf),
  };
}

/** Resolves with those of the named pictures that there are. Without names the database is not asked. */
export async function readPictures(database: Queries, names: readonly string[]): Promise<readonly StudioPicture[]> {
  if (names.length === 0) return [];
  return (await database.query<PictureRow>(namedText, [names])).rows.map(pictureOf);
}

function pictureOf({ sha256, uploadedAt, files }: PictureRow): StudioPicture {
  const fileOf = (wanted: number) => {
    const found = files.find(({ side }) => side === wanted);
    if (found === undefined) throw new Error('A picture of the studio has a file of each size');
    const { side: _, ...file } = found;
    return file;
  };
  return { sha256, uploadedAt, small: fileOf(pictureSides.small), large: fileOf(pictureSides.large) };
}

const useText = 'update studio_pictures set used_at = now() where sha256 = any($1) returning sha256';

/**
 * Notes that the pictures of both documents are in use until now. Call it in the transaction that replaces one document by
 * the other, under the lock of the draft. Resolves with the references to missing pictures.
 */
export async function usePictures(
  client: Pick<ClientBase, 'query'>,
  before: Studio,
  after: Studio,
): Promise<readonly Fault[]> {
  const named = namedPictures(after);
  const names = new Set([...namedPictures(before), ...named].map(({ sha256 }) => sha256));
  if (names.size === 0) return [];
  const { rows } = await client.query<{ sha256: string }>(useText, [[...names]]);
  const known = new Set(rows.map(({ sha256 }) => sha256));
  return named
    .filter(({ sha256 }) => !known.has(sha256))
    .map(({ path }) => ({ path, predicate: 'names a picture that this service does not have', code: 'custom' }));
}

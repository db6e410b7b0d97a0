import { deleteObjects } from '../../intake/journal/delete-objects.ts';
import { eraseUnnamedPictures } from '../../keeping/erasure/unused-pictures.ts';
import type { openStudioPictures } from '../../process/parts/studio-parts.ts';
import { mostPictures, type NewPicture, type StudioPicture } from '../../studio/pictures/studio-pictures.ts';
import { type EncodingFault, encodeForStudio } from '../../studio/previews/picture-encoder.ts';
import type { TaskContext } from '../task/task.ts';
import { pictureName, type StudioFolder } from './studio-folder.ts';

type Parts = Awaited<ReturnType<typeof openStudioPictures>>;

const predicates: Readonly<Record<EncodingFault, string>> = {
  'not-a-picture': 'is no JPEG, PNG, WebP, GIF, AVIF or HEIC',
  damaged: 'is incomplete',
  unreadable: 'cannot be read as a picture',
  'too-many-pixels': 'has too many pixels',
  'too-costly': 'takes too much memory or time to decode',
  animated: 'is an animation',
};

/** Time limit for deleting the objects of a picture. */
const deleteMs = 10_000;

/**
 * Stores those of the named pictures that the service does not have, and calls `publish` with their names here: a picture
 * that is encoded anew has another one. When anything fails, the pictures stored so far are removed again.
 */
export async function importPictures<T>(
  parts: Parts,
  folder: StudioFolder,
  named: ReadonlySet<string>,
  { log, signal }: Pick<TaskContext, 'log' | 'signal'>,
  publish: (names: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> {
  const known = new Set((await parts.pictures.list()).map(({ sha256 }) => sha256));
  const names = new Map<string, string>();
  const stored: StudioPicture[] = [];
  try {
    for (const sha256 of named) {
      if (known.has(sha256)) continue;
      signal.throwIfAborted();
      const picture = await parts.pictures.store(await encoded(parts, folder, sha256));
      if (picture === 'too-many') throw new Error(`there would be more than ${mostPictures} pictures`);
      names.set(sha256, picture.sha256);
      if (!known.has(picture.sha256)) stored.push(picture);
    }
    return await publish(names);
  } catch (error) {
    await remove(parts, stored).catch((failure: unknown) =>
      log.warn({ err: failure }, 'Pictures that were stored could not be removed yet: the service does it'),
    );
    throw error;
  }
}

async function encoded({ encoder }: Parts, folder: StudioFolder, sha256: string): Promise<NewPicture> {
  const encoding = await encodeForStudio(encoder, await folder.readPicture(sha256));
  if (encoding.kind === 'encoded') return encoding.picture;
  if (encoding.kind === 'refused') throw new Error(`${pictureName(sha256)} ${predicates[encoding.fault]}`);
  throw new Error('the program that decodes pictures ended: run the same command again');
}

/** A picture that a document names stays: somebody may have published it although no answer came. */
async function remove({ pool, ofFile, objects, journal }: Parts, stored: readonly StudioPicture[]): Promise<void> {
  if (stored.length === 0) return;
  const sha256s = stored.map(({ sha256 }) => sha256);
  for (const { id, keys } of await eraseUnnamedPictures(pool, ofFile, sha256s)) {
    await deleteObjects(keys, objects, deleteMs);
    await journal.forget(id);
  }
}

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { systemActor } from '../../events/events.ts';
import { openStudioPictures, openStudioRevisions } from '../../process/parts/studio-parts.ts';
import { namedPictures, renamePictures } from '../../studio/document/named-pictures.ts';
import { readNewStudioFile } from '../../studio/document/read-studio.ts';
import {
  maxStudioBytes,
  type Studio,
  type StudioFile,
  type StudioKey,
  studioKeys,
} from '../../studio/document/studio.ts';
import { runTask, type TaskContext } from '../task/task.ts';
import { importPictures } from './import-pictures.ts';
import { printPublished, publishedFacts } from './print-published.ts';
import { type StudioFolder, studioFolderAt } from './studio-folder.ts';

interface ImportOptions {
  readonly note?: string;
  readonly json?: true;
}

/** The keys of a studio in a file or a folder. */
interface Given {
  readonly studio: StudioFile;
  readonly keys: readonly StudioKey[];
  readonly note: string;
}

export function importStudio(path: string, { note, json }: ImportOptions): Promise<void> {
  return runTask('import the studio', async (context) => {
    const folder = await studioFolderAt(path);
    const read = readNewStudioFile(await readStudioText(path, folder));
    if ('faults' in read) throw new Error(`the file has faults, which commissions studio check ${path} prints`);
    const keys = studioKeys.filter((key) => read.keys.includes(key));
    const given = { studio: read.file, keys, note: note ?? `imported from ${basename(path)}` };
    const published = folder === null ? await importFile(given, context) : await importFolder(given, folder, context);
    if (read.file.image !== null || read.file.icon !== null) {
      process.stderr.write('`image` and `icon` were not imported: they stay in the file of CATALOGUE_FILE\n');
    }
    await printPublished(published, json, context.signal);
  });
}

/** @param folder That at the path, or null when the path is one of a file */
export function readStudioText(path: string, folder: StudioFolder | null): Promise<string> {
  return folder === null ? readFile(path, 'utf8') : folder.readDocument();
}

async function importFile(given: Given, context: TaskContext) {
  const revisions = await openStudioRevisions(context);
  return publishedFacts(await revisions.publish(merging(given), publicationOf(given)));
}

async function importFolder(given: Given, folder: StudioFolder, context: TaskContext) {
  const parts = await openStudioPictures(context);
  const named = new Set(namedPictures(given.studio).map(({ sha256 }) => sha256));
  return importPictures(parts, folder, named, context, async (names) => {
    const renamed = { ...given, studio: renamePictures(given.studio, names) };
    return publishedFacts(await parts.revisions.publish(merging(renamed), publicationOf(given)));
  });
}

const publicationOf = ({ note }: Given) => ({ version: null, note, actor: systemActor });

function merging({ studio, keys }: Given): (published: Studio) => Studio {
  const set = Object.fromEntries(keys.map((key) => [key, studio[key]]));
  return (published) => withinLimit({ ...published, ...set });
}

function withinLimit(studio: Studio): Studio {
  if (Buffer.byteLength(JSON.stringify(studio)) <= maxStudioBytes) return studio;
  throw new Error(`the document would have more than ${maxStudioBytes / 1024} KiB`);
}

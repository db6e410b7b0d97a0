import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDirectoryMaker, nullIfMissing, renameDurably } from '../../../platform/disk/durable-files.ts';
import {
  BackupError,
  type BackupFolder,
  generationNames,
  makeFolder,
  prepareFolder,
  readMarkFault,
  replaceFile,
} from '../format/backup-folder.ts';
import type { BackupObjects, BackupTarget } from './backup-target.ts';
import { lockFolder } from './target-lock.ts';

export function createFolderTarget(folder: BackupFolder): BackupTarget {
  const { path } = folder;
  return {
    name: path,
    folder,
    objects: createFolderObjects(folder),
    prepare: () => prepareFolder(folder),
    make: () => makeFolder(folder),
    lock: () => lockFolder(folder),
    markFault: () => readMarkFault(folder),
    async generations() {
      await stat(path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new BackupError(`there is no folder ${path}`) : error;
      });
      return generationNames(folder);
    },
    fetch: async (name) => join(path, name),
    replace: (name, text) => replaceFile(folder, join(path, name), text),
    publish: (directory, generation) => renameDurably(directory, folder.generation(generation)),
    async retire(generation) {
      const moved = join(folder.incoming, generation);
      await rename(folder.generation(generation), moved);
      await rm(moved, { recursive: true, force: true });
    },
    close: async () => {},
  };
}

function createFolderObjects(folder: BackupFolder): BackupObjects {
  const directories = createDirectoryMaker();
  const size = async (path: string) => (await stat(path).catch(nullIfMissing))?.size ?? null;
  return {
    size: (sha256) => size(folder.objectFile(sha256)),
    async sizes(shard) {
      const sizes = new Map<string, number>();
      for (const name of (await readdir(join(folder.path, 'objects', shard)).catch(nullIfMissing)) ?? []) {
        sizes.set(name, (await size(join(folder.path, 'objects', shard, name))) ?? 0);
      }
      return sizes;
    },
    open: (sha256) => createReadStream(folder.objectFile(sha256)),
    async take(path, sha256) {
      const target = folder.objectFile(sha256);
      await directories.make(dirname(target));
      await renameDurably(path, target);
    },
    remove: (sha256) => rm(folder.objectFile(sha256), { force: true }),
  };
}

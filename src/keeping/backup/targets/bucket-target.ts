import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { nullIfMissing } from '../../../platform/disk/durable-files.ts';
import { type BucketFiles, contentOfText } from '../../../platform/objects/bucket-files.ts';
import {
  BackupError,
  type BackupFolder,
  generationOfPath,
  type MarkFault,
  markDifference,
  markFaultOf,
  markFile,
  markText,
  replaceFile,
  resetFolder,
} from '../format/backup-folder.ts';
import { withRetries } from '../format/failures.ts';
import type { BackupTarget } from './backup-target.ts';
import { createBucketIndex } from './bucket-index.ts';
import { contentOf, createBucketObjects } from './bucket-objects.ts';
import { lockBucket } from './target-lock.ts';

interface BucketTargetParts {
  /** The name of the target in messages: `s3://bucket/prefix`. */
  readonly name: string;
  readonly files: BucketFiles;
  /** A working folder of this process alone. `close` deletes it. */
  readonly folder: BackupFolder;
  readonly signal: AbortSignal;
}

/** A bucket with the layout of a folder target. Tables and lists pass through `folder`. Objects are read directly. */
export function createBucketTarget({ name, files, folder, signal }: BucketTargetParts): BackupTarget {
  const index = createBucketIndex(files, signal);
  const retried = <T>(work: () => Promise<T>) => withRetries(work, signal);

  async function fetch(path: string): Promise<string> {
    const target = join(folder.path, path);
    if ((await stat(target).catch(nullIfMissing)) === null) await retried(() => download(path, target));
    return target;
  }

  async function download(path: string, target: string): Promise<void> {
    const content = await files.get(path, { signal });
    if (content === null) return;
    const written = join(folder.incoming, randomUUID());
    await mkdir(folder.incoming, { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(written, { flags: 'wx', mode: 0o600 }));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(written, target);
  }

  async function markFault(): Promise<MarkFault | null> {
    const content = await retried(() => files.get(markFile, { signal }));
    return markFaultOf(content && (await textOf(content)));
  }

  /** Rejects a target with a damaged mark when the target holds back-ups or other files. */
  async function rejectUnlessEmpty(fault: MarkFault): Promise<void> {
    for await (const [path] of files.list('generations/', { signal })) {
      if (generationOfPath(path) !== null && path.endsWith('/manifest.json')) {
        throw new BackupError(`${name} holds back-ups, but ${markDifference(fault)}`);
      }
    }
    for await (const [path] of files.list('', { signal })) {
      if (path === 'lock' || (path === markFile && fault === 'is unfinished')) continue;
      throw new BackupError(`${name} holds files that are not back-ups: name an empty prefix`);
    }
  }

  async function upload(path: string, from: string): Promise<void> {
    const content = await contentOf(from);
    await retried(() => files.put(path, content, { signal }));
  }

  async function generations(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const generation of await index.candidates()) {
      const manifest = await fetch(`generations/${generation}/manifest.json`);
      if ((await stat(manifest).catch(nullIfMissing)) !== null) found.push(generation);
    }
    return found;
  }

  /** Deletes the files of generations that interrupted calls did not finish. */
  async function removeLeftOvers(): Promise<void> {
    const finished = new Set(await generations());
    for await (const [path] of files.list('generations/', { signal })) {
      const generation = generationOfPath(path);
      if (generation !== null && !finished.has(generation)) await files.delete(path, { signal });
    }
  }

  return {
    name,
    folder,
    objects: createBucketObjects(files, signal),
    make: async () => {},
    async prepare() {
      await resetFolder(folder);
      const fault = await markFault();
      if (fault !== null) {
        await rejectUnlessEmpty(fault);
        await retried(() => files.put(markFile, contentOfText(markText), { signal }));
      }
      await removeLeftOvers();
    },
    lock: () => lockBucket(files, name, signal),
    markFault,
    generations,
    fetch,
    async replace(path, text) {
      await retried(() => files.put(path, contentOfText(text), { signal }));
      await replaceFile(folder, join(folder.path, path), text);
    },
    async publish(directory, generation) {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      const paths = entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
      const begin = `generations/${generation}`;
      // The manifest comes last, because a generation with a manifest is finished.
      for (const path of paths.filter((path) => path !== 'manifest.json')) {
        await upload(`${begin}/${path}`, join(directory, path));
      }
      await upload(`${begin}/manifest.json`, join(directory, 'manifest.json'));
      await index.add(generation);
      await rename(directory, folder.generation(generation));
    },
    async retire(generation) {
      await index.remove(generation);
      const begin = `generations/${generation}/`;
      await files.delete(`${begin}manifest.json`, { signal });
      for await (const [path] of files.list(begin, { signal })) await files.delete(path, { signal });
      await rm(folder.generation(generation), { recursive: true, force: true });
    },
    async close() {
      await files.close();
      await rm(folder.path, { recursive: true, force: true });
    },
  };
}

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runTool, runToolToSuccess } from './debian-tools.ts';

/** Where buildah keeps images and their layers, without a daemon or namespaces. */
export interface ImageStorage {
  /** Options that select it. */
  readonly options: readonly string[];
  /** Resolves with the output. */
  buildah(...args: string[]): Promise<string>;
  /** Removes the images and everything that was created for them. */
  remove(): Promise<void>;
}

/** Where the machine has no layered file system, layers are copies. */
export async function openImageStorage(): Promise<ImageStorage> {
  const directory = await mkdtemp(join(tmpdir(), 'image-storage-'));
  const folders = (name: string) => ['--root', join(directory, name), '--runroot', join(directory, `${name}-run`)];
  const layered = [...folders('layers'), '--storage-driver', 'overlay'];
  const { exitCode } = await runTool('buildah', [...layered, 'info']);
  const options = exitCode === 0 ? layered : [...folders('copies'), '--storage-driver', 'vfs'];
  return {
    options,
    buildah: (...args) => runToolToSuccess('buildah', [...options, ...args]),
    async remove() {
      await runTool('buildah', [...options, 'rm', '--all']);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Resolves with the name of an image with Node.js that replaces the official one. */
export async function importBase({ buildah }: ImageStorage): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'image-base-'));
  const root = join(folder, 'root');
  await mkdir(root);
  await promisify(execFile)(join(import.meta.dirname, 'base-root.sh'), [root]);
  const container = lastLine(await buildah('from', 'scratch'));
  await buildah('add', '--quiet', container, root, '/');
  await buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
  await buildah('commit', '--quiet', '--rm', container, 'localhost/base');
  await rm(folder, { recursive: true });
  return 'localhost/base';
}

export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

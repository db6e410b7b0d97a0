import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { runTool, runToolToSuccess } from './debian-tools.ts';

const repository = resolve(import.meta.dirname, '../../..');

/** An unpacked image that buildah built from the Dockerfile. */
export interface ContainerImage {
  /** The image's file system. */
  readonly root: string;
  readonly config: ImageConfig;
  /** Removes the image and everything that was created for it. */
  remove(): Promise<void>;
}

/** The image's configuration of its containers. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly WorkingDir: string;
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Volumes: Record<string, object>;
  readonly ExposedPorts: Record<string, object>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/**
 * Builds the image without a daemon or namespaces: builds run in a chroot. Where the machine has no layered file
 * system, layers are copies.
 */
export async function buildImage(): Promise<ContainerImage> {
  const directory = await mkdtemp(join(tmpdir(), 'container-image-'));
  const storage = await findStorage(directory);
  const buildah = (...args: string[]) => runToolToSuccess('buildah', [...storage, ...args]);
  const remove = async () => {
    await runTool('buildah', [...storage, 'rm', '--all']);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const base = await importBase(directory, buildah);
    const options = ['--isolation', 'chroot', '--layers=false', '--pull-never', '--format', 'docker', '--quiet'];
    const file = ['--build-arg', `BASE_IMAGE=${base}`, '-f', 'deploy/Dockerfile', '-t', 'localhost/commissions'];
    await buildah('bud', ...options, ...file, repository);
    const container = lastLine(await buildah('from', '--pull-never', 'localhost/commissions'));
    const inspected = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/commissions'));
    return { root: lastLine(await buildah('mount', container)), config: inspected.Docker.config, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Returns the options that select where layers are stored. */
async function findStorage(directory: string): Promise<readonly string[]> {
  const folders = (name: string) => ['--root', join(directory, name), '--runroot', join(directory, `${name}-run`)];
  const layered = [...folders('layers'), '--storage-driver', 'overlay'];
  const { exitCode } = await runTool('buildah', [...layered, 'info']);
  return exitCode === 0 ? layered : [...folders('copies'), '--storage-driver', 'vfs'];
}

type Buildah = (...args: string[]) => Promise<string>;

/** Resolves with the name of an image with Node.js that replaces the official one. */
async function importBase(directory: string, buildah: Buildah): Promise<string> {
  const root = join(directory, 'base');
  await mkdir(root);
  await promisify(execFile)(join(import.meta.dirname, 'base-root.sh'), [root]);
  const container = lastLine(await buildah('from', 'scratch'));
  await buildah('add', '--quiet', container, root, '/');
  await buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
  await buildah('commit', '--quiet', '--rm', container, 'localhost/base');
  await rm(root, { recursive: true });
  return 'localhost/base';
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

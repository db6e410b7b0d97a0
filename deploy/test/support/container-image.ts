import { resolve } from 'node:path';
import { importBase, lastLine, openImageStorage } from './image-storage.ts';

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

/** Builds the image. Builds run in a chroot. */
export async function buildImage(): Promise<ContainerImage> {
  const storage = await openImageStorage();
  const { buildah, remove } = storage;
  try {
    const base = await importBase(storage);
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

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stageImage } from './image-files.mjs';

/** As npm names an architecture, and as images do. */
export const architectures = { x64: 'amd64', arm64: 'arm64' };

/** Returns the base image that the Dockerfile names. */
export function baseOf(root) {
  return /^ARG BASE_IMAGE=(\S+)$/m.exec(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))[1];
}

/**
 * Builds an image for one architecture, and writes it as an OCI archive. Every file and every record has the time 0, so the
 * same base and the same files make the same bytes.
 * @param options.base Name of the image below it: in a registry or the local storage, or `oci-archive:<path>`.
 * @param options.storage Options of buildah that say where it keeps its layers.
 */
export function writeImage({ root, base, cpu, version, file, storage = [] }) {
  const folder = mkdtempSync(join(tmpdir(), 'commissions-image-'));
  const buildah = (...args) =>
    execFileSync('buildah', [...storage, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const name = `localhost/commissions-release:${version}-${architectures[cpu]}`;
  try {
    stageImage(root, join(folder, 'files'), cpu);
    const platform = ['--platform', `linux/${architectures[cpu]}`, '--isolation', 'chroot'];
    const files = ['--build-context', `files=${join(folder, 'files')}`, '--build-arg', `BASE_IMAGE=${base}`];
    const same = ['--timestamp', '0', '--layers=false', '--identity-label=false', '--format', 'oci', '--quiet'];
    const label = ['--label', `org.opencontainers.image.version=${version}`];
    const dockerfile = join(root, 'deploy/Dockerfile');
    buildah('build', ...platform, ...files, ...same, ...label, '-f', dockerfile, '-t', name, join(folder, 'files'));
    const image = join(folder, 'image');
    buildah('push', '--quiet', name, `oci:${image}:commission-submission-service:${version}`);
    nameForDocker(image, `docker.io/library/commission-submission-service:${version}`);
    pack(image, file);
    buildah('rmi', name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `docker load` takes the name of this annotation, `podman load` that of the standard one. */
function nameForDocker(folder, name) {
  const path = join(folder, 'index.json');
  const index = JSON.parse(readFileSync(path, 'utf8'));
  index.manifests[0].annotations['io.containerd.image.name'] = name;
  writeFileSync(path, JSON.stringify(index));
}

function pack(folder, file) {
  const same = [
    '--sort=name',
    '--mtime=@0',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    '--format=gnu',
  ];
  execFileSync('tar', ['--create', ...same, '--file', file, '--directory', folder, '.'], { stdio: 'inherit' });
}

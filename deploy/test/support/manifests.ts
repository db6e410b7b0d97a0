import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { checkersFolder, parseYaml } from './checkers.ts';
import { runToolToSuccess } from './debian-tools.ts';

const kubernetes = resolve(import.meta.dirname, '../../kubernetes');
const models = join(checkersFolder, 'node_modules/kubernetes-models');
const compiler = resolve(import.meta.dirname, '../../../node_modules/.bin/tsc');

/** The fields of a Kubernetes document that the tests read. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own, which the checker knows
  readonly spec: any;
  readonly data?: Record<string, string>;
  readonly stringData?: Record<string, string>;
}

/** Resolves with the documents that `kubectl apply --kustomize` would send. */
export async function renderExample(): Promise<readonly Manifest[]> {
  const directory = await mkdtemp(join(tmpdir(), 'kustomize-'));
  try {
    await cp(kubernetes, directory, { recursive: true });
    const file = join(directory, 'example/kustomization.yaml');
    // The kubectl of Debian 12 uses another key for folders in the resources.
    const text = (await readFile(file, 'utf8')).replace(
      'resources:\n  - ../base\n',
      'bases:\n  - ../base\nresources:\n',
    );
    await writeFile(file, text);
    return parseYaml<Manifest>(await runToolToSuccess('kubectl', ['kustomize', join(directory, 'example')]));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Resolves with the violations of Kubernetes' schemas, or null. The schemas do not report unknown keys. */
export async function faultOf(manifest: Manifest): Promise<string | null> {
  const module = await import(pathToFileURL(join(models, manifest.apiVersion, 'index.js')).href);
  try {
    new module[manifest.kind](manifest).validate();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Resolves with the compiler's errors for documents as values of their types, which report unknown keys. */
export async function unknownKeysIn(manifests: readonly Manifest[]): Promise<string> {
  const directory = join(checkersFolder, 'node_modules/.manifests');
  await mkdir(directory, { recursive: true });
  const file = join(directory, `${process.pid}.ts`);
  const lines = manifests.map(
    ({ apiVersion, kind }, index) =>
      `import type { I${kind} as I${index} } from 'kubernetes-models/${apiVersion}';\n` +
      `export const manifest${index}: I${index} = ${JSON.stringify(manifests[index])};\n`,
  );
  await writeFile(file, lines.join(''));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig'];
  const modules = ['--module', 'nodenext', '--moduleResolution', 'nodenext', '--types', ''];
  try {
    await promisify(execFile)(compiler, [...options, ...modules, file], { cwd: directory });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    await rm(file);
  }
}

import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const repository = resolve(import.meta.dirname, '../../..');

/** Writes the packages of this working tree into a folder, as a release has them. */
export async function writePackages(folder: string): Promise<void> {
  await execute('npm', ['run', '--silent', 'release', '--', '--packages', '--out', folder], { cwd: repository });
}

/** Resolves with the path of the program's tarball. */
export async function programIn(folder: string): Promise<string> {
  const found = (await readdir(folder)).find((name) => /^commission-submission-service-\d.*\.tgz$/.test(name));
  if (found === undefined) throw new Error(`${folder} has no tarball of the program`);
  return join(folder, found);
}

/** Resolves with the names of the files in a tarball, without the folder `package/`. */
export async function namesIn(tarball: string): Promise<readonly string[]> {
  const { stdout } = await execute('tar', ['--list', '--gzip', '--file', tarball]);
  return stdout
    .trim()
    .split('\n')
    .map((name) => name.replace(/^package\//, ''));
}

/** Resolves with the text of a file in a tarball. */
export async function textIn(tarball: string, name: string): Promise<string> {
  const args = ['--extract', '--to-stdout', '--gzip', '--file', tarball, `package/${name}`];
  return (await execute('tar', args, { maxBuffer: 64 * 1024 * 1024 })).stdout;
}

import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { projectPath } from './paths.ts';

/** Installs the packages of a folder of peers, unless what is installed is newer than its lock file. */
export function installPackages(folder: string): void {
  const installed = projectPath(`${folder}/node_modules/.package-lock.json`);
  if (modifiedAt(installed) > modifiedAt(projectPath(`${folder}/package-lock.json`))) return;
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: projectPath(folder),
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`The packages of ${folder} could not be installed`);
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

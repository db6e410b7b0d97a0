import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Contestant } from './contestants.ts';
import { projectPath } from './paths.ts';

const peers = 'bench/peers';

/** Installs the packages of the peers, if one takes part, when they are missing or older than their lock. */
export function preparePeers(contestants: readonly Contestant[]): void {
  if (!contestants.some(({ role }) => role === 'peer')) return;
  if (modifiedAt(`${peers}/node_modules/.package-lock.json`) > modifiedAt(`${peers}/package-lock.json`)) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  // The bench's own result is the only output on stdout.
  const { status } = spawnSync('npm', args, { cwd: projectPath(peers), stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${peers}`);
}

function modifiedAt(path: string): number {
  return statSync(projectPath(path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

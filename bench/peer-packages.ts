import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Contestant } from './contestants.ts';
import { projectPath } from './paths.ts';

const peers = 'bench/peers';
const next = 'bench/peers/next';
const nextSources = [
  `${next}/node_modules/.package-lock.json`,
  `${next}/next.config.mjs`,
  `${next}/records.mjs`,
  `${next}/app/api/v1/commissions/route.js`,
  ...['submit', 'objects', 'payload', 'web-form'].map((name) => `${peers}/${name}.mjs`),
];

/** Installs and builds the packages of these contestants when they are missing or older than their sources. */
export function preparePeers(contestants: readonly Contestant[]): void {
  if (contestants.some(({ role }) => role === 'peer')) installPackages(peers);
  if (!contestants.some(({ name }) => name === 'next')) return;
  installPackages(next);
  if (isOlder(`${next}/.next/BUILD_ID`, nextSources))
    run(next, process.execPath, ['node_modules/next/dist/bin/next', 'build']);
}

function installPackages(folder: string): void {
  if (!isOlder(`${folder}/node_modules/.package-lock.json`, [`${folder}/package-lock.json`])) return;
  run(folder, 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
}

function run(folder: string, command: string, args: readonly string[]): void {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  // The bench's own result is the only output on stdout.
  const { status } = spawnSync(command, args, { cwd: projectPath(folder), env, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${folder}`);
}

function isOlder(made: string, sources: readonly string[]): boolean {
  return sources.some((source) => modifiedAt(made) <= modifiedAt(source));
}

function modifiedAt(path: string): number {
  return statSync(projectPath(path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

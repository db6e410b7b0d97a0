import { spawnSync } from 'node:child_process';
import { projectPath } from '../../bench/paths.ts';

const scene = 'build/trials/deliveries/rebinding-scene.js';
const patienceMs = 60_000;

/** Represents a receiver on the internet. No packet leaves the machine. */
export const publicAddress = '11.11.11.11';

/**
 * Makes a name resolve to a public address, and to a private one at the next lookup. Runs in a separate network
 * namespace, where the public address belongs to the machine. Returns true when the service as built sends no byte to
 * the private address and every mutant does.
 */
export function playRebinding(say: (line: string) => void): boolean {
  const prepared = `ip link set lo up && ip address add ${publicAddress}/32 dev lo && exec "$0" "$1"`;
  const args = ['--net', '--map-root-user', 'sh', '-c', prepared, process.execPath, projectPath(scene)];
  const { status, stdout, stderr, error } = spawnSync('unshare', args, { encoding: 'utf8', timeout: patienceMs });
  for (const line of stdout?.trim().split('\n') ?? []) say(line);
  if (status === 0) return true;
  say(
    `VIOLATION a name that changes its address: ${error?.message ?? (stderr.trim() || `the scene ended with ${status}`)}`,
  );
  return false;
}

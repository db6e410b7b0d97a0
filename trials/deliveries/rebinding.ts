import { spawnSync } from 'node:child_process';
import { projectPath } from '../../bench/paths.ts';

const scene = 'build/trials/deliveries/rebinding-scene.js';
const patienceMs = 60_000;

/** Takes the place of a receiver on the internet, for nothing leaves the machine. */
export const publicAddress = '11.11.11.11';

/**
 * Has a name resolve to an address of the internet, and to a private one when it is looked up again. In a network of its own, where that
 * address is the machine's. True when the service as built sends nothing to the private one, and each mutant does.
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

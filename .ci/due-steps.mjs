// due-steps.mjs [--all] <STEPS: prints the commands of the steps that are due. Each line of STEPS is a ring and a command.
// "inner" is always due. A name in outer-ring.json is due with --all, and when a file below its folders has changed since
// the commit in last-whole. Without that commit everything is due.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const { steps } = JSON.parse(readFileSync(join(folder, 'outer-ring.json'), 'utf8'));
const changed = process.argv.includes('--all') ? null : changedFiles();
const left = [];
for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
  const [, ring, command] = /^(\S+) +(.+)$/.exec(line);
  if (isDue(ring)) console.log(command);
  else left.push(ring);
}
if (left.length > 0) console.error(`Not due: ${left.join(', ')}. .ci/run --all runs them too.`);

function isDue(ring) {
  if (ring === 'inner' || changed === null) return true;
  return changed.some((file) => steps[ring].some((path) => file === path || file.startsWith(`${path}/`)));
}

/** Returns null when the commit of the last whole run is not known here. */
function changedFiles() {
  try {
    const commit = readFileSync(join(folder, 'last-whole'), 'utf8').trim();
    const options = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    // A renamed file has changed the folder that it left, too.
    const args = ['diff', '--name-only', '--no-renames', '--no-relative', commit, '--'];
    return execFileSync('git', args, options).trim().split('\n');
  } catch {
    return null;
  }
}

// due-steps.mjs [--all] <STEPS: prints the commands of the steps that are due. Each line of STEPS is a ring and a command.
// "inner" is always due. A name in outer-ring.json is due with --all, and when a file below its folders has changed since
// the commit on its line of last-green. Without that commit it is due.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const { steps } = JSON.parse(readFileSync(join(folder, 'outer-ring.json'), 'utf8'));
const green = new Map(linesOf(readFileSync(join(folder, 'last-green'), 'utf8')).map((line) => line.split(' ')));
const all = process.argv.includes('--all');
const left = [];
for (const line of linesOf(readFileSync(0, 'utf8'))) {
  const [, ring, command] = /^(\S+) +(.+)$/.exec(line);
  if (ring === 'inner') console.log(command);
  else if (all || isDue(ring)) console.log(`outer ${ring} ${command}`);
  else left.push(ring);
}
if (left.length > 0) console.error(`Not due: ${left.join(', ')}. .ci/run --all runs them too.`);

function isDue(ring) {
  const changed = changedSince(green.get(ring));
  if (changed === null) return true;
  return changed.some((file) => steps[ring].some((path) => file === path || file.startsWith(`${path}/`)));
}

/** Returns null when the commit is not known here. */
function changedSince(commit) {
  if (commit === undefined) return null;
  try {
    const options = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    // A renamed file has changed the folder that it left, too.
    const args = ['diff', '--name-only', '--no-renames', '--no-relative', commit, '--'];
    return linesOf(execFileSync('git', args, options));
  } catch {
    return null;
  }
}

function linesOf(text) {
  return text.split('\n').filter((line) => line !== '');
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageOf } from './packages.mjs';

/** The packages whose versions are that of the release. */
const packages = ['.', 'client'];

/** Returns what is missing for a release, a sentence each. */
export function missingForRelease(root) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const { version } = packageOf(root);
  const tag = `v${version}`;
  const others = packages.filter((folder) => packageOf(join(root, folder)).version !== version);
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const latest = /^## (.+)$/m.exec(changelog)?.[1];
  return [
    git('status', '--porcelain') !== '' && 'The tree is not clean: commit or remove what git status lists',
    others.length > 0 && `The version of ${others.join(', ')} is not ${version}, that of package.json`,
    latest !== version && `The newest heading of CHANGELOG.md is "${latest}", not "${version}"`,
    git('tag', '--points-at', 'HEAD', tag) !== tag && `The commit has no tag ${tag}: git tag -s ${tag}`,
    ...['buildah', 'tar'].map((program) => isMissing(program) && `${program} is missing, which makes the images`),
  ].filter((sentence) => sentence !== false);
}

const isMissing = (program) => spawnSync(program, ['--version']).status !== 0;

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const sources = ['client', 'inbox', 'page', 'page-kit', 'src', 'texts'];
const tools = ['build', 'build-stamp', 'bundle', 'notices'].map((name) => `scripts/${name}.mjs`);
const inputs = [...sources, ...tools, 'package.json', 'package-lock.json', 'tsconfig.json'];
const outputs = ['client/dist', 'dist'];
const noInput = /(^|\/)(dist|node_modules|test)\/|\.test\.tsx?$/;
/** Not in `dist/`, which is published. */
const stampFile = 'build/stamp.json';

/** Returns the mark of a build of these sources by this Node.js. */
export function inputsOf(root, nodeVersion = process.versions.node) {
  const files = inputs.flatMap((path) => filesBelow(root, path)).filter((path) => !noInput.test(path));
  return `${nodeVersion.split('.')[0]} ${hashOf(root, files)}`;
}

/** Whether the last build ended, had these inputs, and left what is there now. */
export function isBuilt(root, nodeVersion) {
  const path = join(root, stampFile);
  return existsSync(path) && readFileSync(path, 'utf8') === stampOf(root, inputsOf(root, nodeVersion));
}

/** Forgets the last build, so that one that is interrupted does not count. */
export function forgetBuild(root) {
  rmSync(join(root, stampFile), { force: true });
}

/** @param built The inputs as they were before the build: they may have changed meanwhile. */
export function rememberBuild(root, built) {
  mkdirSync(dirname(join(root, stampFile)), { recursive: true });
  writeFileSync(join(root, stampFile), stampOf(root, built));
}

function stampOf(root, built) {
  const files = outputs.flatMap((path) => filesBelow(root, path));
  return `${JSON.stringify({ inputs: built, outputs: hashOf(root, files) })}\n`;
}

function filesBelow(root, path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(root, `${path}/${name}`));
}

function hashOf(root, files) {
  const hash = createHash('sha256');
  for (const path of files.toSorted()) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

// npm run release [-- --check | --packages] [--base <image>] [--out <folder>]: makes the files of a release.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sha256Sums } from '../sha256-sums.mjs';
import { billOfMaterials } from './bill-of-materials.mjs';
import { architectures, baseOf, writeImage } from './images.mjs';
import { pack, packageOf, stageClient, stageElement, stageProgram } from './packages.mjs';
import { missingForRelease } from './readiness.mjs';

const usage = `npm run release [-- OPTIONS]: makes the files of a release in build/release

  --check           says what is missing for a release, and makes nothing
  --packages        makes the packages for npm alone, of the sources as they are
  --base IMAGE      image below the program, a name in a registry or oci:FOLDER; by default that of deploy/Dockerfile
  --out FOLDER      another folder

Exit codes: 0 done, 1 something is missing or failed, 2 wrong usage.
`;

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

function options() {
  try {
    const { values } = parseArgs({
      options: {
        check: { type: 'boolean', default: false },
        packages: { type: 'boolean', default: false },
        base: { type: 'string', default: baseOf(root) },
        out: { type: 'string', default: join(root, 'build/release') },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    process.stderr.write(`${error.message}\n${usage}`);
    process.exit(2);
  }
}

function main({ check, packages, base, out, help }) {
  if (help) return process.stdout.write(usage);
  const missing = packages ? [] : missingForRelease(root);
  if (check && missing.length === 0) return console.log('Nothing is missing for the release');
  if (missing.length > 0) {
    process.exitCode = 1;
    return console.error(missing.join('\n'));
  }
  const folder = mkdtempSync(join(tmpdir(), 'commissions-release-'));
  try {
    const source = packages ? builtTree() : cleanSource(folder);
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    writePackages(source, folder, resolve(out));
    if (!packages) writeImages(source, resolve(out), base);
    writeFileSync(join(out, 'SHA256SUMS'), sha256Sums(out));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function builtTree() {
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-changed'], { cwd: root, stdio: 'inherit' });
  return root;
}

/** Returns a clone of the commit, built with the packages of the lock file. */
function cleanSource(folder) {
  const source = join(folder, 'source');
  execFileSync('git', ['clone', '--quiet', '--no-local', root, source], { stdio: 'inherit' });
  // Its install script builds.
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: source, stdio: 'inherit' });
  return source;
}

function writePackages(source, folder, out) {
  const program = join(folder, 'program');
  stageProgram(source, program);
  stageClient(source, join(folder, 'client'));
  stageElement(source, join(folder, 'element'));
  for (const name of ['program', 'client', 'element']) console.log(pack(join(folder, name), out));
  const { name, version } = packageOf(program);
  writeFileSync(join(out, `${name}-${version}.cdx.json`), billOfMaterials(source, program));
  cpSync(join(source, 'dist/THIRD-PARTY-NOTICES.txt'), join(out, 'THIRD-PARTY-NOTICES.txt'));
}

function writeImages(source, out, base) {
  const { name, version } = packageOf(source);
  for (const [cpu, architecture] of Object.entries(architectures)) {
    const file = `${name}-${version}-linux-${architecture}.oci.tar`;
    writeImage({ root: source, base, cpu, version, file: join(out, file) });
    console.log(file);
  }
}

main(options());

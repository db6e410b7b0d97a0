// newcomer.mjs NODE NPM [--unprivileged] [--command "…"]: runs `npm ci && npm test` on a clean clone of HEAD with these
// versions from npm, such as node@20.19 and npm@9.2, and with --unprivileged as another account than root. A command
// replaces `npm test`. The last line counts tests: `N passed, M failed`. A skipped test counts as failed.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { unprivileged: { type: 'boolean' }, command: { type: 'string', default: 'npm test' } },
});
const root = dirname(import.meta.dirname);
const work = mkdtempSync(join(tmpdir(), 'newcomer-'));
const [tools, checkout, home] = ['tools', 'checkout', 'home'].map((name) => join(work, name));
const report = join(home, 'report.json');
const account = values.unprivileged && process.getuid() === 0 ? accountOf('nobody') : {};
// Variables that npm sets for its programs would configure the other npm.
const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_ENV$|VITEST)/i.test(name));
const env = {
  ...Object.fromEntries(inherited),
  HOME: home,
  PATH: `${join(tools, 'node_modules/.bin')}:${process.env.PATH}`,
  VITEST_REPORT: report,
};

process.once('exit', () => rmSync(work, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

chmodSync(work, 0o755);
for (const folder of [tools, home]) mkdirSync(folder);
installTools(positionals);
execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, checkout], { stdio: 'inherit' });
if (account.uid !== undefined) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, checkout, home]);
const status = await runTests();
const options = { cwd: checkout, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
const counts = execFileSync(process.execPath, ['.ci/count-tests.mjs', report, String(status)], options);
const [passed, failed] = counts.split(' ').map(Number);
if (process.env.VITEST_REPORT) keepReport(process.env.VITEST_REPORT);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Installs both, and makes sure that the tests would run by them. */
function installTools(packages) {
  const args = ['install', '--prefix', tools, '--no-audit', '--no-fund', '--loglevel=error', ...packages];
  execFileSync('npm', args, { stdio: 'inherit' });
  for (const name of packages) {
    const [program, version] = name.split('@');
    const found = execFileSync(program, ['--version'], { cwd: work, env, encoding: 'utf8' }).trim();
    if (!`${found.replace('v', '')}.`.startsWith(`${version}.`)) throw new Error(`${program} ${found} is not ${name}`);
    console.log(`${program} ${found}`);
  }
}

/** Resolves with the exit code. */
async function runTests() {
  const options = { cwd: checkout, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true, ...account };
  const tests = spawn('sh', ['-c', `npm ci && ${values.command}`], options);
  let hasEnded = false;
  process.prependOnceListener('exit', () => hasEnded || process.kill(-tests.pid));
  const [code] = await once(tests, 'close');
  hasEnded = true;
  return code ?? 1;
}

function accountOf(name) {
  const [uid, gid] = ['-u', '-g'].map((option) => Number(execFileSync('id', [option, name], { encoding: 'utf8' })));
  return { uid, gid };
}

function keepReport(path) {
  for (const end of ['', '.unhandled']) if (existsSync(report + end)) copyFileSync(report + end, path + end);
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { type DebianRelease, toolEnvironment } from './debian-tools.ts';

const execute = promisify(execFile);
const deploy = resolve(import.meta.dirname, '../..');

export const formName = 'form.example.org';
export const inboxName = 'inbox.example.org';

export interface Upstreams {
  /** The `host:port` of the form and of the inbox. */
  readonly form: string;
  readonly inbox: string;
}

/** Debian's proxy with this repository's sample configuration, over TLS on 127.0.0.1. */
export interface RunningProxy {
  /** A file with the authority that signs the certificates. */
  readonly authority: string;
  /** Resolves with the regular files that the proxy's processes have open, except its log. */
  openFiles(): Promise<readonly string[]>;
  /** Resolves with all lines that it has logged, to a file or to standard error. */
  logged(): Promise<string>;
  close(): Promise<void>;
}

/** A part of a sample, and its replacement. */
type Change = readonly [RegExp, string];

export type StartProxy = (port: number, httpPort: number, upstreams: Upstreams) => Promise<RunningProxy>;

/** Starts the sample of the newest release that is tested. */
export const startCaddy: StartProxy = (...args) => startCaddyOf('trixie', ...args);

export function startCaddyOf(release: DebianRelease, ...args: Parameters<StartProxy>): Promise<RunningProxy> {
  return startChangedCaddy(release, [], ...args);
}

/**
 * Starts the sample with a local certificate authority, because no other authority issues certificates for these names.
 * @param changes Changes to lines of the sample, as a user could have made them.
 */
export async function startChangedCaddy(
  release: DebianRelease,
  changes: readonly Change[],
  ...[port, httpPort, { form, inbox }]: Parameters<StartProxy>
): Promise<RunningProxy> {
  const directory = await mkdtemp(join(tmpdir(), 'caddy-'));
  const options = `{
	admin off
	http_port ${httpPort}
	https_port ${port}
	local_certs
	skip_install_trust
	storage file_system ${directory}/storage
`;
  const sample = await readFile(join(deploy, 'caddy/Caddyfile'), 'utf8');
  await writeFile(join(directory, 'Caddyfile'), changed(sample, [[/^\{\n/m, options], ...changes]));
  const env = { FORM_UPSTREAM: form, INBOX_UPSTREAM: inbox, HOME: directory };
  const args = ['run', '--adapter', 'caddyfile', '--config', join(directory, 'Caddyfile')];
  const authority = join(directory, 'storage/pki/authorities/local/root.crt');
  return startProxy('caddy', args, { release, port, directory, authority, env, stopSignal: 'SIGKILL' });
}

/** Starts the sample of the newest release that is tested. */
export const startNginx: StartProxy = (...args) => startNginxOf('trixie', ...args);

/** Starts the sample with its own names, changed for the release as it says itself. */
export function startNginxOf(release: DebianRelease, ...args: Parameters<StartProxy>): Promise<RunningProxy> {
  return startChangedNginx(release, [], ...args);
}

/** @param changes Changes to lines of the sample, as a user could have made them. */
export function startNginxWith(changes: readonly Change[], ...args: Parameters<StartProxy>): Promise<RunningProxy> {
  return startChangedNginx('trixie', changes, ...args);
}

async function startChangedNginx(
  release: DebianRelease,
  changes: readonly Change[],
  ...[port, httpPort, { form, inbox }]: Parameters<StartProxy>
): Promise<RunningProxy> {
  const directory = await mkdtemp(join(tmpdir(), 'nginx-'));
  const [certificate, key] = await makeCertificate(directory);
  const replaced: readonly Change[] = [
    [/listen 80;/g, `listen 127.0.0.1:${httpPort};`],
    [/listen \[::\]:80;/g, `listen [::1]:${httpPort};`],
    [/listen 443 /g, `listen 127.0.0.1:${port} `],
    [/listen \[::\]:443 /g, `listen [::1]:${port} `],
    [/127\.0\.0\.1:3000/g, form],
    [/127\.0\.0\.1:3001/g, inbox],
    [/\/etc\/letsencrypt\/live\/[^/]+\/fullchain\.pem/g, certificate],
    [/\/etc\/letsencrypt\/live\/[^/]+\/privkey\.pem/g, key],
    [/\/var\/log\/nginx\//g, `${directory}/`],
    ...changes,
  ];
  const sample = changed(await nginxSample(release), replaced);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/temporary/${name};`,
  );
  await mkdir(join(directory, 'temporary'));
  const settings = `daemon off;
pid ${directory}/pid;
events {}
http {
  access_log ${directory}/access.log;
  ${folders.join('\n  ')}
  ${sample}
}
`;
  await writeFile(join(directory, 'nginx.conf'), settings);
  const args = ['-p', directory, '-e', join(directory, 'error.log'), '-c', join(directory, 'nginx.conf')];
  const files = { release, port, directory, authority: certificate, env: {} };
  return startProxy('nginx', args, { ...files, stopSignal: 'SIGTERM' });
}

/** Resolves with the sample, as its head says to change it for the nginx of the release. */
async function nginxSample(release: DebianRelease): Promise<string> {
  const path = join(deploy, 'nginx/commissions.conf');
  const sample = await readFile(path, 'utf8');
  if (release === 'trixie') return sample;
  const command = /^# +sed -i (.+) commissions\.conf$/m.exec(sample)?.[1];
  if (command === undefined) throw new Error('The sample names no command for an earlier nginx');
  return (await execute('sh', ['-c', `sed ${command} ${path}`])).stdout;
}

function changed(sample: string, changes: readonly Change[]): string {
  return changes.reduce((text, [pattern, value]) => {
    if (text.search(pattern) < 0) throw new Error(`The sample has no ${pattern}`);
    return text.replace(pattern, value);
  }, sample);
}

async function makeCertificate(directory: string): Promise<readonly [certificate: string, key: string]> {
  const [certificate, key] = [join(directory, 'certificate.pem'), join(directory, 'key.pem')];
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=DNS:${formName},DNS:${inboxName}`];
  const files = ['-keyout', key, '-out', certificate, '-days', '2', '-nodes'];
  await execute('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    ...subject,
    ...files,
  ]);
  return [certificate, key];
}

interface ProxyFiles {
  readonly release: DebianRelease;
  readonly port: number;
  readonly directory: string;
  readonly authority: string;
  readonly env: Record<string, string>;
  /** The signal that ends the proxy at once, with all of its processes. */
  readonly stopSignal: 'SIGTERM' | 'SIGKILL';
}

async function startProxy(program: string, args: readonly string[], files: ProxyFiles): Promise<RunningProxy> {
  const { release, port, directory, authority, env, stopSignal } = files;
  const child = spawn(program, args, {
    env: { ...toolEnvironment(release), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
  });
  const ended = once(child, 'close');
  // Connections that a test left open must not delay the end. With this signal nginx also ends its workers, which a
  // killed master would leave running.
  const close = async () => {
    if (child.exitCode === null) child.kill(stopSignal);
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await untilItServes(child, port);
  } catch (error) {
    await close();
    throw new Error(`${program} does not serve: ${said}`, { cause: error });
  }
  return {
    authority,
    openFiles: () => openFilesOf(child, directory),
    logged: async () => said + (await logFilesIn(directory)),
    close,
  };
}

// Caddy cleans its storage while it makes the first certificates, and may delete one. It makes it again after 60 seconds.
const certificatesMs = 120_000;

async function untilItServes(child: ChildProcess, port: number): Promise<void> {
  for (const deadline = Date.now() + certificatesMs; Date.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`);
    if ((await shakesHands(port, formName)) && (await shakesHands(port, inboxName))) return;
  }
  throw new Error(`It has no certificates after ${certificatesMs} ms`);
}

function shakesHands(port: number, servername: string): Promise<boolean> {
  return new Promise((resolve) => {
    // The tests verify the certificate themselves.
    const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false });
    socket.on('secureConnect', () => socket.end(() => resolve(true))).on('error', () => resolve(false));
  });
}

async function logFilesIn(directory: string): Promise<string> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.log'));
  return (await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))).join('');
}

async function openFilesOf({ pid }: ChildProcess, directory: string): Promise<readonly string[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(/\s+/).filter(Boolean);
  const files = await Promise.all(
    [String(pid), ...children].map(async (id) => {
      const descriptors = await readdir(`/proc/${id}/fd`);
      return Promise.all(descriptors.map((name) => readlink(`/proc/${id}/fd/${name}`).catch(() => '')));
    }),
  );
  return files.flat().filter((path) => path.startsWith(directory) && !path.endsWith('.log'));
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { toolEnvironment } from './debian-tools.ts';

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
  close(): Promise<void>;
}

export type StartProxy = (port: number, httpPort: number, upstreams: Upstreams) => Promise<RunningProxy>;

/**
 * Starts the sample with a local certificate authority, because no other authority issues certificates for these names.
 */
export const startCaddy: StartProxy = async (port, httpPort, { form, inbox }) => {
  const directory = await mkdtemp(join(tmpdir(), 'caddy-'));
  const settings = `{
	admin off
	http_port ${httpPort}
	https_port ${port}
	local_certs
	skip_install_trust
	storage file_system ${directory}/storage
}
import ${deploy}/caddy/Caddyfile
`;
  await writeFile(join(directory, 'Caddyfile'), settings);
  const env = { FORM_UPSTREAM: form, INBOX_UPSTREAM: inbox, HOME: directory };
  const args = ['run', '--adapter', 'caddyfile', '--config', join(directory, 'Caddyfile')];
  const authority = join(directory, 'storage/pki/authorities/local/root.crt');
  return startProxy('caddy', args, { port, directory, authority, env, stopSignal: 'SIGKILL' });
};

/** Starts the sample with its own names. Ports, certificates and upstreams are replaced. */
export const startNginx: StartProxy = (port, httpPort, upstreams) => startNginxWith([], port, httpPort, upstreams);

/** @param changes Changes to lines of the sample, as a user could have made them. */
export async function startNginxWith(
  changes: readonly (readonly [RegExp, string])[],
  ...[port, httpPort, { form, inbox }]: Parameters<StartProxy>
): Promise<RunningProxy> {
  const directory = await mkdtemp(join(tmpdir(), 'nginx-'));
  const [certificate, key] = await makeCertificate(directory);
  let sample = await readFile(join(deploy, 'nginx/commissions.conf'), 'utf8');
  const replaced: readonly (readonly [RegExp, string])[] = [
    [/listen 80;/g, `listen 127.0.0.1:${httpPort};`],
    [/listen 443 /g, `listen 127.0.0.1:${port} `],
    [/127\.0\.0\.1:3000/g, form],
    [/127\.0\.0\.1:3001/g, inbox],
    [/\/etc\/letsencrypt\/live\/[^/]+\/fullchain\.pem/g, certificate],
    [/\/etc\/letsencrypt\/live\/[^/]+\/privkey\.pem/g, key],
    ...changes,
  ];
  for (const [pattern, value] of replaced) {
    if (sample.search(pattern) < 0) throw new Error(`The sample has no ${pattern}`);
    sample = sample.replace(pattern, value);
  }
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/temporary/${name};`,
  );
  await mkdir(join(directory, 'temporary'));
  const settings = `daemon off;
pid ${directory}/pid;
events {}
http {
  access_log off;
  ${folders.join('\n  ')}
  ${sample}
}
`;
  await writeFile(join(directory, 'nginx.conf'), settings);
  const args = ['-p', directory, '-e', join(directory, 'error.log'), '-c', join(directory, 'nginx.conf')];
  return startProxy('nginx', args, { port, directory, authority: certificate, env: {}, stopSignal: 'SIGTERM' });
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
  readonly port: number;
  readonly directory: string;
  readonly authority: string;
  readonly env: Record<string, string>;
  /** The signal that ends the proxy at once, with all of its processes. */
  readonly stopSignal: 'SIGTERM' | 'SIGKILL';
}

async function startProxy(program: string, args: readonly string[], files: ProxyFiles): Promise<RunningProxy> {
  const { port, directory, authority, env, stopSignal } = files;
  const child = spawn(program, args, { env: { ...toolEnvironment(), ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = text(child.stderr);
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
    throw new Error(`${program} does not serve: ${await said}`, { cause: error });
  }
  return { authority, openFiles: () => openFilesOf(child, directory), close };
}

async function untilItServes(child: ChildProcess, port: number): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`);
    if ((await shakesHands(port, formName)) && (await shakesHands(port, inboxName))) return;
  }
  throw new Error('It has no certificates after 30 seconds');
}

function shakesHands(port: number, servername: string): Promise<boolean> {
  return new Promise((resolve) => {
    // The tests verify the certificate themselves.
    const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false });
    socket.on('secureConnect', () => socket.end(() => resolve(true))).on('error', () => resolve(false));
  });
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

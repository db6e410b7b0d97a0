import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processesIn, signalIfRunning } from '../database/data-directory.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';
import { startUpload } from '../support/unfinished-upload.ts';

const repository = resolve(import.meta.dirname, '../..');

let folder: ServiceFolder;
let npm: ChildProcess | null = null;

beforeEach(async () => {
  folder = await makeServiceFolder();
});

afterEach(async () => {
  // Also ends what a failed test left behind npm.
  if (npm?.pid !== undefined) signalIfRunning(-npm.pid, 'SIGKILL');
  expect(await folder.remove()).toEqual([]);
});

/** Starts the service by npm, which leads a process group. Resolves when the form can be sent. */
async function startByNpm() {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: '0', INBOX: 'off', BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory };
  const child = spawn('npm', ['start'], { cwd: repository, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  npm = child;
  const messages: string[] = [];
  const address = new Promise<string>((found) => {
    createInterface(child.stdout).on('line', (line) => {
      messages.push(line);
      const ready = /Ready for commissions on (http:[^"]+)/.exec(line)?.[1];
      if (ready !== undefined) found(ready);
    });
  });
  return { child, messages, address: await address };
}

describe('npm start', () => {
  it.each([
    { sender: 'a supervisor that knows npm alone', signal: 'SIGTERM', isToGroup: false },
    { sender: 'a terminal that signals the whole group', signal: 'SIGINT', isToGroup: true },
    { sender: 'a supervisor that signals the whole group', signal: 'SIGTERM', isToGroup: true },
  ] as const)('passes $signal on to the service, from $sender', async ({ signal, isToGroup }) => {
    const { child, messages, address } = await startByNpm();
    const ended = once(child, 'close');
    const upload = await startUpload(address);
    process.kill(isToGroup ? -(child.pid ?? 0) : (child.pid ?? 0), signal);
    await expect.poll(() => messages.join('\n')).toContain('finishing the running submissions');
    expect(await upload.finish()).toBe(201);
    await ended;
    expect(messages.join('\n')).toContain('"msg":"Stopped"');
    expect(await processesIn(folder.path)).toEqual([]);
  });
});

describe('npm run commissions', () => {
  it('takes a relative path for one of the directory that npm was called in', async () => {
    // In a checkout npm changes to the folder of the package.
    const below = resolve(repository, 'docs');
    const args = ['run', '-s', 'commissions', '--', 'backup', 'verify', 'copies'];
    const failed = await promisify(execFile)('npm', args, { cwd: below }).catch((error) => error);
    expect(failed.stderr).toContain(resolve(below, 'copies'));
  });
});

describe('the scripts of package.json', () => {
  it('leave no shell between npm and a program that runs until it is stopped', async () => {
    const { scripts } = JSON.parse(await readFile(resolve(repository, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const last = Object.entries(scripts).map(([name, script]) => [name, script.split(/ && |; /).at(-1) ?? ''] as const);
    const long = last.filter(([, command]) => /\b(node (dist|build)\/|vitest run)/.test(command));
    expect(long.length).toBeGreaterThan(20);
    for (const [name, command] of long) expect(`${name}: ${command}`).toMatch(/: exec /);
  });
});

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postmasterPid, processesIn } from '../database/data-directory.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';
import { ownProgram } from '../support/service-process.ts';

const listening = /(Ready for commissions|Listening) on http/;

let folder: ServiceFolder;

beforeEach(async () => {
  folder = await makeServiceFolder();
});

afterEach(async () => expect(await folder.remove()).toEqual([]));

/** Starts the service in a terminal, which `script` of util-linux provides. */
function openTerminal(env: Record<string, string>): ChildProcessWithoutNullStreams {
  const command = `'${process.execPath}' '${ownProgram}' serve`;
  return spawn('script', ['--quiet', '--command', command, '/dev/null'], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, PORT: '0', INBOX: 'off', DATA_DIR: folder.dataDirectory, ...env },
  });
}

/** Returns the output of a first start and a stop by Ctrl-C. */
async function session(env: Record<string, string>): Promise<readonly string[]> {
  const terminal = openTerminal(env);
  let seen = '';
  terminal.stdout.on('data', (piece: Buffer) => {
    const wasUp = listening.test(seen);
    seen += piece;
    if (!wasUp && listening.test(seen)) terminal.stdin.write('\u0003');
  });
  await text(terminal.stdout);
  const lines = stripVTControlCharacters(seen).split('\r\n');
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '' && line !== '^C');
}

describe('the service on a terminal', () => {
  it('shows one readable line an event on a terminal: time, level, text', async () => {
    const lines = await session({ BUCKET_NAME: 'attachments' });
    for (const line of lines) expect(line).toMatch(/^\^?C?\[\d\d:\d\d:\d\d\] (INFO|WARN): [A-Z]/);
    expect(lines.length).toBeLessThan(10);
    expect(lines.join('\n')).toMatch(/INFO: Ready for commissions on http:\/\/127\.0\.0\.1:\d+\n/);
    expect(lines.at(-1)).toMatch(/INFO: Stopped$/);
  });

  it('shows what is not ready', async () => {
    const lines = await session({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none', BUCKET_NAME: '' });
    expect(lines).toContainEqual(expect.stringMatching(/^\[\d\d:\d\d:\d\d\] WARN: .*BUCKET_NAME is not set/));
    expect(lines.filter((line) => line.includes('INFO: Listening on'))).toEqual([
      expect.stringContaining('not ready: '),
    ]);
  });

  it('stops in good order when its terminal is closed', async () => {
    const terminal = openTerminal({ BUCKET_NAME: 'attachments' });
    let seen = '';
    terminal.stdout.on('data', (piece: Buffer) => {
      seen += piece;
    });
    await expect.poll(() => seen).toMatch(listening);
    expect(await postmasterPid(folder.dataDirectory)).toBeGreaterThan(0);
    // With its end the kernel closes the terminal and signals what runs in it.
    terminal.kill('SIGKILL');
    await expect.poll(() => processesIn(folder.path)).toEqual([]);
    // PostgreSQL removes this file at the end of an orderly shutdown.
    await expect(postmasterPid(folder.dataDirectory)).rejects.toThrow('ENOENT');
  });
});

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../src/configuration/settings-file.ts';
import { toolEnvironment } from './support/debian-tools.ts';

const program = resolve(import.meta.dirname, '../../dist/settings-program.js');
/** Reads files by the code that reads the `EnvironmentFile=` of units, and prints them for a shell. */
const reader = 'lib/systemd/user-environment-generators/30-systemd-environment-d-generator';

let directory: string;
let file: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'settings-'));
  await mkdir(join(directory, 'environment.d'));
  file = join(directory, 'environment.d/settings.conf');
});

afterAll(() => rm(directory, { recursive: true }));

function systemdReader(): string {
  const folders = (toolEnvironment().PATH ?? '').split(':').map((folder) => resolve(folder, '..', reader));
  const found = folders.find(existsSync);
  if (found === undefined) throw new Error('systemd is not there');
  return found;
}

/** Returns the variables A to E that a shell has after `eval` of the output of a command. */
function evaluated(shell: string, command: readonly string[], env: Record<string, string>): Record<string, string> {
  const script = 'output=$("$@"); set -a; eval "$output"; exec /usr/bin/env --null';
  const printed = execFileSync(shell, ['-c', script, 'shell', ...command], { env, encoding: 'utf8' });
  const pairs = printed
    .split('\0')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  return Object.fromEntries(pairs.filter(([name = '']) => /^[A-E]+$/.test(name)));
}

async function readBySystemd(text: string): Promise<Record<string, string>> {
  await writeFile(file, text);
  const { LD_LIBRARY_PATH = '' } = toolEnvironment();
  // It quotes control characters as bash does.
  return evaluated('/bin/bash', [systemdReader()], { LD_LIBRARY_PATH, XDG_CONFIG_HOME: directory });
}

describe('the settings file', () => {
  it('has the same variables for systemd, which starts the service, and for the commands', async () => {
    // This reader, unlike that of units, expands `$`, escapes tabs, and leaves out empty values.
    const pieces = [...'AB =#\'"\\`\n\r;:é\u2028', 'A=x', '\nB=x', "\nA='", '\nB="', '\n#'];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { minLength: 3, maxLength: 14 }), async (parts) => {
        const text = `${parts.join('')}\n`;
        const { faults, variables } = readSettings(text);
        fc.pre(faults.length === 0 && variables.size > 0 && ![...variables.values()].includes(''));
        expect({ text, ...Object.fromEntries(variables) }).toEqual({ text, ...(await readBySystemd(text)) });
      }),
      { numRuns: 100, maxSkipsPerRun: 1000 },
    );
  });

  it('reaches a shell unchanged with any values, and leaves the variables of the environment', async () => {
    const text = "A='pa#ss\\'\nB=it's $HOME $(id) `id`;\nC=\"'; exit 1 #\"\nD=\nE=file\n";
    await writeFile(file, text);
    expect(evaluated('/bin/sh', [process.execPath, program, file], { E: 'environment' })).toEqual({
      A: 'pa#ss\\',
      B: "it's $HOME $(id) `id`;",
      C: "'; exit 1 #",
      D: '',
      E: 'environment',
    });
  });
});

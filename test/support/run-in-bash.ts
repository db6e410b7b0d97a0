import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ownProgram } from './service-process.ts';

/** Resolves with the result of a line for bash, in which `$commissions` is the program. */
export async function runInBash(
  line: string,
  { env, cwd }: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn('bash', ['-c', line], {
    cwd,
    env: { ...env, PATH: process.env.PATH, commissions: `${process.execPath} --no-warnings ${ownProgram}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, stdout, stderr };
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ProgramAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Runs curl with these arguments. Returns its output, which is the response as curl prints it. */
export async function curl(...args: readonly string[]): Promise<ProgramAnswer> {
  const { stdout } = await run('curl', ['--silent', '--show-error', '--write-out', '\n%{http_code}', ...args]);
  return parseAnswer(stdout);
}

/**
 * Runs a Python script (standard library only) that prints the response's body and, on a line of its own, the status.
 */
export async function python(script: string, ...args: readonly string[]): Promise<ProgramAnswer> {
  const { stdout } = await run('python3', ['-c', script, ...args], { maxBuffer: 16 * 1024 * 1024 });
  return parseAnswer(stdout.trimEnd());
}

function parseAnswer(output: string): ProgramAnswer {
  const end = output.lastIndexOf('\n');
  return { status: Number(output.slice(end + 1)), body: JSON.parse(output.slice(0, end)) as Record<string, unknown> };
}

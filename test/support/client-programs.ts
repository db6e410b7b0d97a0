import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ProgramAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Whether the program can be started. CI has to have it: there its absence fails the tests instead of skipping them. */
export async function hasProgram(program: string): Promise<boolean> {
  try {
    await run(program, ['--version']);
    return true;
  } catch {
    return Boolean(process.env.CI);
  }
}

/** curl with these arguments; the answer as it wrote it. */
export async function curl(...args: readonly string[]): Promise<ProgramAnswer> {
  const { stdout } = await run('curl', ['--silent', '--show-error', '--write-out', '\n%{http_code}', ...args]);
  return parseAnswer(stdout);
}

/** A script for Python's standard library that prints the answer's body and, on a line of its own, its status. */
export async function python(script: string, ...args: readonly string[]): Promise<ProgramAnswer> {
  const { stdout } = await run('python3', ['-c', script, ...args], { maxBuffer: 16 * 1024 * 1024 });
  return parseAnswer(stdout.trimEnd());
}

function parseAnswer(output: string): ProgramAnswer {
  const end = output.lastIndexOf('\n');
  return { status: Number(output.slice(end + 1)), body: JSON.parse(output.slice(0, end)) as Record<string, unknown> };
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectPath } from '../../bench/paths.ts';

const execute = promisify(execFile);

/**
 * Runs a command of the service to its end. Resolves with its standard output.
 * @param accepted The exit codes with which it may end.
 */
export async function runCommand(
  env: Readonly<Record<string, string>>,
  command: readonly string[],
  accepted: readonly number[] = [0],
): Promise<string> {
  const program = ['--no-warnings', projectPath('dist/main.js'), ...command];
  try {
    return (await execute(process.execPath, program, { env: { PATH: process.env.PATH, ...env } })).stdout;
  } catch (error) {
    const { code, stdout = '' } = error as { code?: number; stdout?: string };
    if (code !== undefined && accepted.includes(code)) return stdout;
    throw error;
  }
}

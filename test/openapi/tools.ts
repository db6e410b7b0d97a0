import { execFile, execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const folder = import.meta.dirname;
const run = promisify(execFile);

/** The folder of the document and of the clients generated from it. */
export const generated = join(folder, 'generated');

/** The same folder for the operators' document. */
export const generatedForOperators = join(folder, 'generated-for-operators');

/**
 * Installs the generators and linters, which are a separate package, when they are missing or older than their lock
 * file.
 */
export function installTools(): void {
  if (modifiedAt('node_modules/.package-lock.json') > modifiedAt('package-lock.json')) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}

function modifiedAt(path: string): number {
  return statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Empties `generated/` and fetches the document from the service into it. */
export async function fetchDocument(address: string, directory = generated): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory);
  const response = await fetch(`${address}/openapi.json`);
  await writeFile(join(directory, 'openapi.json'), await response.text());
}

export interface ToolResult {
  readonly exitCode: number;
  readonly output: string;
}

/** Runs a program of the tools in `generated/`. */
export function runTool(program: string, ...args: readonly string[]): Promise<ToolResult> {
  return runToolIn(generated, program, ...args);
}

export function runToolIn(directory: string, program: string, ...args: readonly string[]): Promise<ToolResult> {
  return execute(join(folder, 'node_modules/.bin', program), args, directory);
}

/** Resolves with the findings of Redocly CLI for the document of a folder. */
export async function lintByRedocly(directory: string): Promise<readonly unknown[]> {
  const args = ['lint', 'openapi.json', '--extends', 'recommended', '--format', 'json'];
  const { output } = await runToolIn(directory, 'redocly', ...args);
  return JSON.parse(output).problems;
}

/**
 * Fails with the findings of Spectral for the document of a folder, including hints. `wrongValuesIn` does the work of the
 * rule that is off, which compiles each schema anew for each reference to it: 76 of 82 seconds for the operators' document.
 */
export async function lintBySpectral(directory: string): Promise<ToolResult> {
  const ruleset = { extends: ['spectral:oas'], rules: { 'oas3-valid-schema-example': 'off' } };
  await writeFile(join(directory, 'spectral.yaml'), JSON.stringify(ruleset));
  const args = ['lint', 'openapi.json', '--ruleset', 'spectral.yaml', '--fail-severity', 'hint', '--quiet'];
  return runToolIn(directory, 'spectral', ...args);
}

/** Runs a script in `generated/` by Node. */
export function runScript(name: string): Promise<ToolResult> {
  return execute(process.execPath, [name], generated);
}

async function execute(path: string, args: readonly string[], directory: string): Promise<ToolResult> {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  try {
    const { stdout } = await run(path, args, { cwd: directory, env: { ...process.env, ...quiet } });
    return { exitCode: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { exitCode: code, output: `${stdout}${stderr}` };
  }
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectPath } from '../../bench/paths.ts';

/** The operators' API of a service under trial, called with a token. */
export interface TrialInbox {
  get(path: string): Promise<Response>;
}

/** @param env The service's environment, for a command that runs while the service runs. */
export async function openInbox(port: number, env: Readonly<Record<string, string>>): Promise<TrialInbox> {
  const args = [projectPath('dist/main.js'), 'tokens', 'create', '--name', 'trial', '--scopes', 'read'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, ...env } });
  const headers = { authorization: `Bearer ${stdout.trim()}` };
  return { get: (path) => fetch(`http://127.0.0.1:${port}/api/operator/v1/${path}`, { headers }) };
}

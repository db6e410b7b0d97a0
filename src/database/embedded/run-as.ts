import { existsSync } from 'node:fs';
import type { Account } from './account.ts';

/**
 * PostgreSQL's name for the directory it is started in. The link needs no search permission on the directories above,
 * so an unprivileged server works below a directory of mode 0700, and it is short whatever the real path.
 */
export function workingDirectoryName(directory: string): string {
  return existsSync('/proc/self/cwd') ? '/proc/self/cwd' : directory;
}

/** Child process options: nothing of this process's environment, whose credentials are no business of PostgreSQL's. */
export function runAs(account: Account | null, directory: string) {
  return { cwd: directory, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...account };
}

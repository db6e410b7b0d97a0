import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { runToolToSuccess } from './debian-tools.ts';

const unit = resolve(import.meta.dirname, '../../systemd/commissions@.service');

/**
 * Resolves with the system calls that the systemd unit allows. Evaluates the unit's lines in order, as systemd does.
 */
export async function allowedSystemCalls(): Promise<ReadonlySet<string>> {
  const lines = (await readFile(unit, 'utf8')).matchAll(/^SystemCallFilter=(~?)(.+)$/gm);
  const allowed = new Set<string>();
  for (const [, not, names = ''] of lines) {
    for (const call of (await Promise.all(names.split(' ').map(callsOf))).flat()) {
      if (not) allowed.delete(call);
      else allowed.add(call);
    }
  }
  // Every systemd filter includes these calls.
  for (const call of await callsOf('@default')) allowed.add(call);
  return allowed;
}

/** Resolves with a call itself, or with the calls of a group and its nested groups. */
async function callsOf(name: string): Promise<readonly string[]> {
  if (!name.startsWith('@')) return [name];
  const printed = await runToolToSuccess('systemd-analyze', ['syscall-filter', '--no-pager', name]);
  const members = printed
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
  return (await Promise.all(members.filter((line) => /^[@a-z]/.test(line)).map(callsOf))).flat();
}

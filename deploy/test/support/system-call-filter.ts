import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { runToolToSuccess } from './debian-tools.ts';

const unit = resolve(import.meta.dirname, '../../systemd/commissions.service');

/** The calls that the systemd unit lets the service make: what systemd makes of its lines, in their order. */
export async function allowedSystemCalls(): Promise<ReadonlySet<string>> {
  const lines = (await readFile(unit, 'utf8')).matchAll(/^SystemCallFilter=(~?)(.+)$/gm);
  const allowed = new Set<string>();
  for (const [, not, names = ''] of lines) {
    for (const call of (await Promise.all(names.split(' ').map(callsOf))).flat()) {
      if (not) allowed.delete(call);
      else allowed.add(call);
    }
  }
  // Every filter of systemd has these.
  for (const call of await callsOf('@default')) allowed.add(call);
  return allowed;
}

/** Of a call itself, or of a group and the groups in it. */
async function callsOf(name: string): Promise<readonly string[]> {
  if (!name.startsWith('@')) return [name];
  const printed = await runToolToSuccess('systemd-analyze', ['syscall-filter', '--no-pager', name]);
  const members = printed
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
  return (await Promise.all(members.filter((line) => /^[@a-z]/.test(line)).map(callsOf))).flat();
}

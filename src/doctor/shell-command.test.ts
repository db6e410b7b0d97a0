import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { psqlCommand, sqlName } from './shell-command.ts';

describe('a command for the shell', () => {
  it('reads well where nothing has to be quoted', () => {
    expect(psqlCommand('commissions', 'select 1')).toBe("psql --dbname=commissions --command='select 1'");
  });

  it.each([`o'neil`, '$(touch /tmp/x)', 'a"b', 'two words', '`id`', '; id'])('runs nothing of the name %j', (name) => {
    const sql = `alter role ${sqlName(name)} login`;
    const command = psqlCommand(name, sql).replace('psql', `printf '%s\\n'`);
    expect(execFileSync('sh', ['-c', command]).toString()).toBe(`--dbname=${name}\n--command=${sql}\n`);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInBash } from '../support/run-in-bash.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';

let folder: ServiceFolder;

beforeAll(async () => {
  folder = await makeServiceFolder();
});

afterAll(async () => expect(await folder.remove()).toEqual([]));

const shell = (line: string) => runInBash(line, { env: { DATA_DIR: folder.dataDirectory }, cwd: folder.path });

describe('what a command writes for other programs', () => {
  it('completes in fish, with what each word does', async () => {
    const line = (words: string) => `complete -C 'commissions ${words}'`;
    const lines = ['requests e', 'requests list --sort ', 'completion '].map(line).join('; ');
    const { stdout, stderr } = await shell(
      `$commissions completion fish > script.fish; fish -c "source script.fish; ${lines}"`,
    );
    expect(stderr).toBe('');
    const offered = stdout
      .split('\n')
      .map((text) => text.split('\t')[0])
      .filter(Boolean);
    expect(offered).toEqual(['erase', 'export', 'changed', 'due', 'newest', 'oldest', 'rank', 'bash', 'fish', 'zsh']);
    expect(stdout).toContain('erase\terase one request');
  });

  it('gives zsh a script that it can read', async () => {
    const checked = await shell(
      '$commissions completion zsh > script.zsh && grep -c _describe script.zsh && zsh -n script.zsh',
    );
    expect(checked).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\n$/), stderr: '' });
  });

  it('gives man a page without a fault in it', async () => {
    expect(await shell('$commissions manual > page.1 && groff -man -Tutf8 -ww page.1 > /dev/null')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });
});

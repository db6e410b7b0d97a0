import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runOwnCommand } from '../support/own-command.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paths-'));
  for (const name of ['caller', 'service']) await mkdir(join(folder, name));
});

afterEach(() => rm(folder, { recursive: true }));

/** A back-up folder that does not exist is named in the failure, with the path that the command has made of it. */
const verify = ['backup', 'verify', 'copies'];

describe('a relative path', () => {
  it('is one of the working directory', async () => {
    const { stderr } = await runOwnCommand(verify, { cwd: join(folder, 'caller'), env: {} });
    expect(stderr).toContain(join(folder, 'caller/copies'));
  });

  it('is one of the directory that the installed command was called in', async () => {
    const env = { COMMISSIONS_CALLED_FROM: join(folder, 'caller') };
    expect((await runOwnCommand(verify, { cwd: join(folder, 'service'), env })).stderr).toContain(
      join(folder, 'caller/copies'),
    );
    const target = ['restore', 's3://backups/a', '--erased-in', 'old'];
    const restored = await runOwnCommand(target, { cwd: join(folder, 'service'), env: { ...env, BUCKET_NAME: 'a' } });
    expect(restored.stderr).toContain(`There is no bucket ${join(folder, 'caller/old')}`);
  });

  it('is not one of the directory of an npm that runs another program', async () => {
    const env = { INIT_CWD: join(folder, 'service'), npm_lifecycle_event: 'test' };
    const { stderr } = await runOwnCommand(verify, { cwd: join(folder, 'caller'), env });
    expect(stderr).toContain(join(folder, 'caller/copies'));
    expect(await readdir(join(folder, 'service'))).toEqual([]);
  });
});

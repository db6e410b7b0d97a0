import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart } from '../support/form.ts';
import { type CommandStage, openCommands } from './stage.ts';

let stage: CommandStage;

beforeAll(async () => {
  stage = await openCommands();
});

afterAll(() => stage.close());

describe('commissions files get', () => {
  it('writes the bytes of an attachment, to standard output or a new file', async () => {
    const id = await stage.submit(
      'files@example.org',
      'Vera',
      filePart('a.png', 'abc'),
      filePart('b.png', '\u0000\u0001'),
    );
    expect((await stage.run('files', 'get', id, '0')).stdout).toBe('abc');
    const path = join(stage.folder, 'b.png');
    expect(await stage.run('files', 'get', id, '1', '--output', path)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(await readFile(path, 'utf8')).toBe('\u0000\u0001');
    expect(await stage.run('files', 'get', id, '2')).toMatchObject({
      code: 1,
      stderr: 'Could not get the file: the request has no file 2\n',
    });
  });

  it('leaves no file where the bytes are not those that were stored', async () => {
    const id = await stage.submit('damaged@example.org', 'Vera', filePart('a.png', 'abc'));
    for (const path of await stage.storedFiles()) await writeFile(path, 'abd');
    const path = join(stage.folder, 'damaged.png');
    const { code, stderr } = await stage.run('files', 'get', id, '0', '--output', path);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^Could not get the file: the object does not have the recorded length or SHA-256/i,
      ),
    });
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });
});

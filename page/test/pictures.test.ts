import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const shown = join(root, 'docs/pictures');
const maxBytes = 250 * 1024;

/** Returns the size of each file and of its picture (PNG specification, section 11.2.2). */
function picturesIn(folder: string) {
  const names = readdirSync(folder).sort();
  return names.map((name) => {
    const content = readFileSync(join(folder, name));
    expect(content.length).toBeLessThanOrEqual(maxBytes);
    return { name, width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
  });
}

describe('the folder of pictures', () => {
  it.each([
    ['pictures.mjs', ['attachments.png', 'form.png', 'phone.png', 'receipt.png', 'status.png']],
    [
      'inbox-pictures.mjs',
      ['board', 'channel', 'delivery', 'erase', 'list', 'mail', 'message', 'picture', 'request'].map(
        (of) => `inbox-${of}.png`,
      ),
    ],
  ])('has what %s takes for the documentation, each small enough', async (script, names) => {
    const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
    await promisify(execFile)(process.execPath, [join(root, 'scripts', script), folder]);
    const taken = picturesIn(folder);
    expect(taken.map(({ name }) => name)).toEqual(names);
    expect(picturesIn(shown).filter(({ name }) => names.includes(name))).toEqual(taken);
    await rm(folder, { recursive: true });
  });
});

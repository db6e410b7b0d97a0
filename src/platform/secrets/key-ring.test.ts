import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keysOf, readOrMakeKeys, replaceKeys, secretsKeyFile } from './key-file.ts';
import { createKeyRing, createSecretKeyText, SealedError, secretKeyOf } from './key-ring.ts';

const ringOf = (...texts: string[]) => createKeyRing(async () => keysOf(texts));

describe('a key ring', () => {
  const [one, two] = [createSecretKeyText(), createSecretKeyText()];

  it('opens its sealed texts, for the same context alone', async () => {
    const sealed = await ringOf(one).seal('whsec_ü', 'channel 1');
    expect(sealed).not.toContain('whsec');
    expect(await ringOf(one).open(sealed, 'channel 1')).toBe('whsec_ü');
    await expect(ringOf(one).open(sealed, 'channel 2')).rejects.toThrow(SealedError);
  });

  it('seals the same text differently each time', async () => {
    expect(await ringOf(one).seal('a', 'b')).not.toBe(await ringOf(one).seal('a', 'b'));
  });

  it('seals with its first key and opens with each', async () => {
    const old = await ringOf(one).seal('old', 'c');
    const both = ringOf(two, one);
    expect(await both.open(old, 'c')).toBe('old');
    expect(await ringOf(two).open(await both.seal('new', 'c'), 'c')).toBe('new');
  });

  it('says that another key is needed, and notices anything that was altered', async () => {
    const sealed = await ringOf(one).seal('secret', 'c');
    await expect(ringOf(two).open(sealed, 'c')).rejects.toThrow('sealed with another SECRETS_KEY');
    for (let at = 0; at < sealed.length; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      // The last character has unused bits.
      if (at === sealed.length - 1) continue;
      const altered = sealed.slice(0, at) + other + sealed.slice(at + 1);
      await expect(ringOf(one).open(altered, 'c')).rejects.toThrow(SealedError);
    }
    for (const text of ['', 's1', 's1..', `s1.${sealed.split('.')[1]}.AAAA`]) {
      await expect(ringOf(one).open(text, 'c')).rejects.toThrow(SealedError);
    }
  });

  it('reads the keys again for a text with an unknown key', async () => {
    const texts = [one];
    const ring = createKeyRing(async () => keysOf(texts));
    expect(await ring.open(await ringOf(one).seal('a', 'c'), 'c')).toBe('a');
    texts.unshift(two);
    expect(await ring.open(await ringOf(two).seal('b', 'c'), 'c')).toBe('b');
  });

  it.each(['', 'short', `${createSecretKeyText()}x`, 'é'.repeat(43)])('takes no key %s', (text) => {
    expect(secretKeyOf(text)).toBeNull();
  });
});

describe('the key file', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keys-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('is made once, for its account alone, by any number of processes', async () => {
    const path = secretsKeyFile(join(folder, 'data'));
    const all = await Promise.all(Array.from({ length: 8 }, () => readOrMakeKeys(path)));
    expect(new Set(all.map(([key]) => key?.id)).size).toBe(1);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'data'))).toEqual(['secrets.key']);
  });

  it('is replaced as a whole', async () => {
    const path = secretsKeyFile(folder);
    const [old] = await readOrMakeKeys(path);
    const [fresh] = keysOf([createSecretKeyText()]);
    if (!old || !fresh) throw new Error('There are keys');
    await replaceKeys(path, [fresh, old]);
    expect((await readOrMakeKeys(path)).map(({ id }) => id)).toEqual([fresh.id, old.id]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(3);
  });

  it('is named in the error when it holds no keys', async () => {
    const path = secretsKeyFile(folder);
    await writeFile(path, 'nonsense\n');
    await expect(readOrMakeKeys(path)).rejects.toThrow(SealedError);
  });
});

import type { Config } from '../../configuration/config.ts';
import { keysOf, readOrMakeKeys, replaceKeys, secretsKeyFile } from '../../secrets/key-file.ts';
import { createKeyRing, type KeyRing } from '../../secrets/key-ring.ts';

/** The keys that seal channels' secrets: those of `SECRETS_KEY`, else of the file below `DATA_DIR`, which is made at its first use. */
export function openKeyRing({ deliveries: { secretKeys }, dataDirectory }: Config): KeyRing {
  if (secretKeys.length > 0) return createKeyRing(async () => keysOf(secretKeys));
  return createKeyRing(() => readOrMakeKeys(secretsKeyFile(dataDirectory)));
}

/** Those keys, a line each, for a back-up. */
export async function secretKeysText({ deliveries: { secretKeys }, dataDirectory }: Config): Promise<string> {
  const keys = secretKeys.length > 0 ? keysOf(secretKeys) : await readOrMakeKeys(secretsKeyFile(dataDirectory));
  return keys.map(({ bytes }) => `${bytes.toString('base64')}\n`).join('');
}

/** Adds the keys of a back-up to the file. `SECRETS_KEY` is not ours to write: resolves with whether they will be read. */
export async function takeSecretKeys(config: Config, text: string): Promise<boolean> {
  const found = keysOf(text.split('\n').filter(Boolean));
  const own = config.deliveries.secretKeys.map((key) => keysOf([key])[0]?.id);
  if (own.length > 0) return found.every(({ id }) => own.includes(id));
  const path = secretsKeyFile(config.dataDirectory);
  const known = await readOrMakeKeys(path);
  await replaceKeys(path, [...known, ...found.filter(({ id }) => !known.some((key) => key.id === id))]);
  return true;
}

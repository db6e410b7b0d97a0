import type { Config } from '../../configuration/config.ts';
import { keysOf, readOrMakeKeys, replaceKeys, secretsKeyFile } from '../../platform/secrets/key-file.ts';
import { createKeyRing, type KeyRing } from '../../platform/secrets/key-ring.ts';

/** Seals channels' secrets by `SECRETS_KEY`, or else by the key file below `DATA_DIR`, which the first use creates. */
export function openKeyRing({ deliveries: { secretKeys }, dataDirectory }: Config): KeyRing {
  if (secretKeys.length > 0) return createKeyRing(async () => keysOf(secretKeys));
  return createKeyRing(() => readOrMakeKeys(secretsKeyFile(dataDirectory)));
}

/** Resolves with the same keys for a back-up, one on a line. */
export async function secretKeysText({ deliveries: { secretKeys }, dataDirectory }: Config): Promise<string> {
  const keys = secretKeys.length > 0 ? keysOf(secretKeys) : await readOrMakeKeys(secretsKeyFile(dataDirectory));
  return keys.map(({ bytes }) => `${bytes.toString('base64')}\n`).join('');
}

/** Adds a back-up's keys to the key file. With `SECRETS_KEY`, only resolves with whether that contains all of them. */
export async function importSecretKeys(config: Config, text: string): Promise<boolean> {
  const found = keysOf(text.split('\n').filter(Boolean));
  const own = config.deliveries.secretKeys.map((key) => keysOf([key])[0]?.id);
  if (own.length > 0) return found.every(({ id }) => own.includes(id));
  const path = secretsKeyFile(config.dataDirectory);
  const known = await readOrMakeKeys(path);
  await replaceKeys(path, [...known, ...found.filter(({ id }) => !known.some((key) => key.id === id))]);
  return true;
}

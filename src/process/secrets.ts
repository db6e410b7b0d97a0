import type { Config } from '../configuration/config.ts';
import { keysOf, readOrMakeKeys, secretsKeyFile } from '../secrets/key-file.ts';
import { createKeyRing, type KeyRing } from '../secrets/key-ring.ts';

/** The keys that seal channels' secrets: those of `SECRETS_KEY`, else of the file below `DATA_DIR`, which is made at its first use. */
export function openKeyRing({ deliveries: { secretKeys }, dataDirectory }: Config): KeyRing {
  if (secretKeys.length > 0) return createKeyRing(async () => keysOf(secretKeys));
  return createKeyRing(() => readOrMakeKeys(secretsKeyFile(dataDirectory)));
}

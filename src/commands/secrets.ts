import type { Command } from 'commander';
import type { Config } from '../configuration/config.ts';
import { keysOf, readOrMakeKeys, replaceKeys, secretsKeyFile } from '../platform/secrets/key-file.ts';
import { createKeyRing, createSecretKeyText, type SecretKey } from '../platform/secrets/key-ring.ts';
import { openChannels } from '../process/parts/channel-parts.ts';
import { countText } from './output/amounts.ts';
import { exitCodes } from './output/exit-codes.ts';
import { jsonLine, print } from './output/print.ts';
import { runTask } from './task/task.ts';

const keptKeys = 2;

const details = `
With SECRETS_KEY: put a new key before the old key in the configuration of the service, SECRETS_KEY=<new>,<old>. Restart all its
processes, and run this command with the same variable. Then remove the old key.

Examples:
  openssl rand -base64 32
  commissions secrets rotate

Exit codes:
  0   every secret is sealed with the new key
  1   the command failed, or secrets of channels are lost: each channel is named
  2   wrong arguments
`;

export function addSecretsCommand(program: Command): void {
  program
    .command('secrets')
    .description('manage the key that seals secrets in the database')
    .command('rotate')
    .description(
      'seal all secrets again, with a new key in the file below DATA_DIR or with the first key of SECRETS_KEY=<new>,<old>',
    )
    .option('--json', 'print the result as one JSON object')
    .addHelpText('after', details)
    .action(rotate);
}

function rotate({ json }: { readonly json?: true }): Promise<void> {
  return runTask('rotate the key', async (context) => {
    // First, so that a database that cannot be reached leaves no new key.
    const { sealed } = await openChannels(context);
    const keys = await keysForRotation(context.config);
    const { resealed, lost } = await sealed.resealAll(createKeyRing(async () => keys));
    await print(
      json ? jsonLine({ resealed, lost }) : `Sealed again: ${countText(resealed, 'secret')}\n`,
      context.signal,
    );
    for (const name of lost)
      process.stderr.write(
        `The secret of ${JSON.stringify(name)} is lost: run commissions channels rotate-secret <id> --url <url>\n`,
      );
    return lost.length === 0 ? exitCodes.done : exitCodes.failed;
  });
}

/**
 * Resolves with the keys, the new one first. The file holds the new key before anything is sealed with it, and keeps
 * the previous key, because a running service may still seal with that.
 */
async function keysForRotation({ deliveries: { secretKeys }, dataDirectory }: Config): Promise<readonly SecretKey[]> {
  if (secretKeys.length > 0) return keysOf(secretKeys);
  const path = secretsKeyFile(dataDirectory);
  const keys = [...keysOf([createSecretKeyText()]), ...(await readOrMakeKeys(path))].slice(0, keptKeys);
  await replaceKeys(path, keys);
  return keys;
}

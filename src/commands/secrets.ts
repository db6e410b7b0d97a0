import type { Command } from 'commander';
import type { Config } from '../configuration/config.ts';
import { keysOf, readOrMakeKeys, replaceKeys, secretsKeyFile } from '../secrets/key-file.ts';
import { createKeyRing, createSecretKeyText, type SecretKey } from '../secrets/key-ring.ts';
import { exitCodes } from './exit-codes.ts';
import { jsonLine, print } from './output/print.ts';
import { openChannels } from './stores/service-parts.ts';
import { runTask } from './task.ts';

const keptKeys = 2;

const details = `
With SECRETS_KEY: put a new key in front of the old one where the service is configured, SECRETS_KEY=<new>,<old>, start all its
processes again, and run this with the same variable. Then the old key may go.

Examples:
  openssl rand -base64 32
  commissions secrets rotate

Exit codes:
  0   all is sealed with the new key
  1   it failed, or a channel's secret is lost: each is named
  2   wrong arguments
`;

export function addSecretsCommand(program: Command): void {
  program
    .command('secrets')
    .description('the key that seals secrets in the database')
    .command('rotate')
    .description(
      'seal everything again: with a new key in the file below DATA_DIR, or with the first key of SECRETS_KEY=<new>,<old>',
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
    await print(json ? jsonLine({ resealed, lost }) : `${resealed} sealed again\n`, context.signal);
    for (const name of lost)
      process.stderr.write(`The secret of ${JSON.stringify(name)} is lost: rotate-secret gives it a new one\n`);
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

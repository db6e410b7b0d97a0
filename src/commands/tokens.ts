import { type Command, InvalidArgumentError, Option } from 'commander';
import { type TokenScope, tokenScopes } from '../accounts/roles.ts';
import { openAccounts } from '../process/parts/account-parts.ts';
import { printMade } from './output/made.ts';
import { jsonLine, jsonLines, print, table } from './output/print.ts';
import { idOf, listOf, newName } from './task/arguments.ts';
import { runTask } from './task/task.ts';

const dayMs = 24 * 60 * 60_000;
const maxDays = 3650;

interface CreateOptions {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly expires?: Date;
}

interface JsonOption {
  readonly json?: true;
}

const createDetails = `
Examples:
  commissions tokens create --name accounting --scopes read --expires 90d
  commissions tokens create --name shop --scopes write --json | jq -r .secret
`;

const listDetails = `
Examples:
  commissions tokens list
  commissions tokens list --json | jq -r 'select(.usedAt == null).id'
`;

const revokeDetails = `
Examples:
  commissions tokens revoke 0199d2c4-5e1f-4c7b-9b8e-6d2f1a3c5e70
`;

export function addTokensCommand(program: Command): void {
  const tokens = program.command('tokens').description('manage the tokens that give programs access to the inbox');
  tokens
    .command('create')
    .description('create a token, and print only the token, which is shown only once')
    .requiredOption('--name <name>', 'the purpose of the token', newName)
    .addOption(
      new Option('--scopes <scopes>', 'the scopes, separated by commas; write and erase imply read')
        .choices(tokenScopes)
        .argParser(listOf(tokenScopes))
        .makeOptionMandatory(),
    )
    .option('--expires <days>', 'number of days until the token expires, such as 90d (default: never)', expiry)
    .option('--json', 'print one JSON object: the token as in tokens list, and its secret')
    .addHelpText('after', createDetails)
    .action(create);
  tokens
    .command('list')
    .description('print the tokens, without their secrets')
    .option('--json', 'print one JSON object a line')
    .addHelpText('after', listDetails)
    .action(list);
  tokens
    .command('revoke')
    .description('revoke a token')
    .argument('<id>', 'the id of the token, from tokens list', idOf('a token'))
    .option('--json', 'print the id as one JSON object')
    .addHelpText('after', revokeDetails)
    .action(revoke);
}

function expiry(text: string): Date {
  const days = Number(/^(\d{1,4})d$/.exec(text)?.[1] ?? 0);
  if (days < 1 || days > maxDays) throw new InvalidArgumentError(`It must be a number of days from 1d to ${maxDays}d.`);
  return new Date(Date.now() + days * dayMs);
}

function create({ name, scopes, expires, json }: CreateOptions & JsonOption): Promise<void> {
  return runTask('create a token', async (context) => {
    const { tokens } = await openAccounts(context);
    const { token, secret } = await tokens.create({ name, scopes, expiresAt: expires ?? null, createdBy: null });
    const holds = `the token exists, and nobody has its secret: commissions tokens revoke ${token.id} ends it`;
    await printMade(json ? jsonLine({ ...token, secret }) : `${secret}\n`, context.signal, holds);
  });
}

function list({ json }: JsonOption): Promise<void> {
  return runTask('list the tokens', async (context) => {
    const { tokens } = await openAccounts(context);
    const found = await tokens.list();
    const rows = found.map((token) => [
      token.id,
      token.name,
      token.scopes.join(','),
      token.expiresAt?.toISOString() ?? 'never',
      token.usedAt?.toISOString() ?? 'never',
    ]);
    await print(json ? jsonLines(found) : table(['id', 'name', 'scopes', 'expires', 'last use'], rows), context.signal);
  });
}

function revoke(tokenId: string, { json }: JsonOption): Promise<void> {
  return runTask('revoke the token', async (context) => {
    const { tokens } = await openAccounts(context);
    if ((await tokens.revoke(tokenId)) === 'missing')
      throw new Error('there is no such token, or it is revoked already');
    if (json) await print(jsonLine({ id: tokenId }), context.signal);
  });
}

import { type Command, Option } from 'commander';
import { emailKey } from '../accounts/email-address.ts';
import type { InboxAddress } from '../accounts/inbox-address.ts';
import { type OperatorRole, operatorRoles } from '../accounts/roles.ts';
import { type Config, defaultInboxPort } from '../configuration/config.ts';
import { openAccounts } from '../process/parts/account-parts.ts';
import { printMade } from './output/made.ts';
import { jsonLine, jsonLines, print, table } from './output/print.ts';
import { emailAddress } from './task/arguments.ts';
import { runTask } from './task/task.ts';

const listDetails = `
Examples:
  commissions operators list
  commissions operators list --json | jq -r 'select(.role == "owner").email'
`;

const inviteDetails = `
Examples:
  commissions operators invite ann@example.org --role owner
`;

const resetDetails = `
Examples:
  commissions operators reset ann@example.org
`;

interface JsonOption {
  readonly json?: true;
}

export function addOperatorsCommand(program: Command): void {
  const operators = program.command('operators').description('manage the accounts of the inbox');
  operators
    .command('invite')
    .description('print a link that creates an account; it is valid for seven days and replaces an earlier one')
    .argument('<e-mail>', 'the address of the account', emailAddress)
    .addOption(new Option('--role <role>', 'the role of the account').choices(operatorRoles).makeOptionMandatory())
    .option('--json', 'print one JSON object: url, email, role')
    .addHelpText('after', inviteDetails)
    .action(invite);
  operators
    .command('reset')
    .description('print a link for setting a new password; it is valid for 24 hours')
    .argument('<e-mail>', 'the address of the account', emailAddress)
    .option('--json', 'print one JSON object: url, email')
    .addHelpText('after', resetDetails)
    .action(reset);
  operators
    .command('list')
    .description('print the accounts')
    .option('--json', 'print one JSON object a line')
    .addHelpText('after', listDetails)
    .action(list);
}

function invite(email: string, { role, json }: JsonOption & { readonly role: OperatorRole }): Promise<void> {
  return runTask('invite', async (context) => {
    const { links, inboxAddress } = await openAccounts(context);
    const created = await links.invite(email, role, null);
    if (typeof created === 'string') throw new Error('the address has an account already');
    const url = `${await inboxUrl(context.config, inboxAddress)}/invitation#${created.token}`;
    const holds = 'the invitation exists: the same command replaces it, and prints another link';
    await printMade(json ? jsonLine({ url, email, role }) : `${url}\n`, context.signal, holds);
  });
}

function reset(email: string, { json }: JsonOption): Promise<void> {
  return runTask('reset the password', async (context) => {
    const { operators, passwordLinks, inboxAddress } = await openAccounts(context);
    const key = emailKey(email);
    const account = (await operators.list()).find((operator) => emailKey(operator.email) === key);
    if (account === undefined) throw new Error('no account has this address');
    const made = await passwordLinks.make(account.id, null);
    if (made === 'missing') throw new Error('the account is disabled: an owner has to enable it first');
    const url = `${await inboxUrl(context.config, inboxAddress)}/new-password#${made.token}`;
    const holds = 'the link exists: the same command replaces it, and prints another';
    await printMade(json ? jsonLine({ url, email: account.email }) : `${url}\n`, context.signal, holds);
  });
}

/** Resolves with `INBOX_URL`, or with the address that the service recorded, which may have a free port. */
async function inboxUrl({ inbox }: Config, address: InboxAddress): Promise<string> {
  const known = inbox?.url ?? (await address.find());
  if (known) return known;
  const host = inbox?.host ?? '127.0.0.1';
  return `http://${host.includes(':') ? `[${host}]` : host}:${inbox?.port || defaultInboxPort}`;
}

function list({ json }: JsonOption): Promise<void> {
  return runTask('list the operators', async (context) => {
    const { operators } = await openAccounts(context);
    const found = await operators.list();
    const rows = found.map((operator) => [
      operator.id,
      operator.role,
      operator.isDisabled ? 'disabled' : 'enabled',
      operator.email,
      operator.name,
      operator.lastSignInAt?.toISOString() ?? 'never',
    ]);
    const headings = ['id', 'role', 'state', 'e-mail', 'name', 'last sign-in'];
    await print(json ? jsonLines(found) : table(headings, rows), context.signal);
  });
}

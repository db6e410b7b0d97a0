import { type Command, InvalidArgumentError, Option } from 'commander';
import { emailKey } from '../accounts/email-address.ts';
import type { InboxAddress } from '../accounts/inbox-address.ts';
import { type OperatorRole, operatorRoles } from '../accounts/roles.ts';
import type { Config } from '../configuration/config.ts';
import { withAccounts } from '../process/account-store.ts';
import { emailPattern } from '../submission/email-pattern.ts';
import { table } from './table.ts';
import { runTask } from './task.ts';

const maxEmailCharacters = 320;

export function addOperatorsCommand(program: Command): void {
  const operators = program.command('operators').description('the accounts of the inbox');
  operators
    .command('invite')
    .description('print a link that makes an account; it is valid for seven days and replaces an earlier one')
    .argument('<e-mail>', 'the address of the account', emailAddress)
    .addOption(new Option('--role <role>', 'what it may do').choices(operatorRoles).makeOptionMandatory())
    .action(invite);
  operators
    .command('reset')
    .description('print a link by which a person sets a new password; it is valid for 24 hours')
    .argument('<e-mail>', 'the address of the account', emailAddress)
    .action(reset);
  operators.command('list').description('print the accounts').action(list);
}

function emailAddress(text: string): string {
  if (!emailPattern.test(text) || text.length > maxEmailCharacters) {
    throw new InvalidArgumentError('It must be an e-mail address.');
  }
  return text;
}

function invite(email: string, { role }: { readonly role: OperatorRole }): Promise<void> {
  return runTask({
    name: 'invite',
    run: ({ config, log }) =>
      withAccounts(config, log, async ({ links, inboxAddress }) => {
        const created = await links.invite(email, role, null);
        if (created === 'has-account') throw new Error('the address has an account already');
        process.stdout.write(`${await inboxUrl(config, inboxAddress)}/invitation#${created.token}\n`);
        return 0;
      }),
  });
}

function reset(email: string): Promise<void> {
  return runTask({
    name: 'reset the password',
    run: ({ config, log }) =>
      withAccounts(config, log, async ({ operators, passwordLinks, inboxAddress }) => {
        const key = emailKey(email);
        const account = (await operators.list()).find((operator) => emailKey(operator.email) === key);
        if (account === undefined) throw new Error('no account has this address');
        const made = await passwordLinks.make(account.id, null);
        if (made === 'missing') throw new Error('the account is disabled: an owner has to enable it first');
        process.stdout.write(`${await inboxUrl(config, inboxAddress)}/new-password#${made.token}\n`);
        return 0;
      }),
  });
}

/** What is set, else where the service said that it listens: it may have taken a free port. */
async function inboxUrl({ inbox }: Config, address: InboxAddress): Promise<string> {
  const known = inbox?.url ?? (await address.find());
  if (known) return known;
  const host = inbox?.host ?? '127.0.0.1';
  return `http://${host.includes(':') ? `[${host}]` : host}:${inbox?.port || 3001}`;
}

function list(): Promise<void> {
  return runTask({
    name: 'list the operators',
    run: ({ config, log }) =>
      withAccounts(config, log, async ({ operators }) => {
        const rows = (await operators.list()).map((operator) => [
          operator.id,
          operator.role,
          operator.isDisabled ? 'disabled' : 'enabled',
          operator.email,
          operator.name,
          operator.lastSignInAt?.toISOString() ?? 'never',
        ]);
        process.stdout.write(table(['id', 'role', 'state', 'e-mail', 'name', 'last sign-in'], rows));
        return 0;
      }),
  });
}

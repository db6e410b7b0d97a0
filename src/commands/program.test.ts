import { type Command, CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram, parseProgram } from './program.ts';

/** Commands without `--json`: they run until a signal, or their output has its own format. */
const withoutJson = ['serve', 'requests export', 'studio export'];

/** Returns the commands of a tree that can be run, without groups such as `requests`. */
function leafCommands(command: Command): readonly Command[] {
  // `backup` has subcommands but is no group, because it takes an argument.
  const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0;
  return [...(isGroup ? [] : [command]), ...command.commands.flatMap(leafCommands)];
}

/** Returns the words that call a command: `requests list`. */
function callOf(command: Command): string {
  const above = command.parent;
  return above?.parent ? `${callOf(above)} ${command.name()}` : command.name();
}

interface Outcome {
  readonly code: number;
  readonly message: string;
  /** The command that would have run. */
  readonly ran: string | null;
}

/** Parses the arguments without running a command. Calls only the action of the command `called`. */
async function parse(args: readonly string[], called: string | null = null): Promise<Outcome> {
  const program = createProgram();
  let message = '';
  let ran: string | null = null;
  for (const command of leafCommands(program)) {
    const name = callOf(command);
    if (name === called) continue;
    command.action(() => {
      ran = name;
    });
  }
  configureAll(program, (text) => {
    message += text;
  });
  try {
    await parseProgram(program, args);
    return { code: 0, message, ran };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { code: error.exitCode, message, ran };
  }
}

type Write = (text: string) => void;

function configureAll(command: Command, writeErr: Write, writeOut: Write = () => {}): void {
  command.configureOutput({ ...command.configureOutput(), writeErr, writeOut });
  for (const below of command.commands) configureAll(below, writeErr, writeOut);
}

async function helpOf(args: readonly string[]): Promise<string> {
  const program = createProgram();
  let help = '';
  configureAll(program, expect.unreachable, (text) => {
    help += text;
  });
  await expect(parseProgram(program, args)).rejects.toMatchObject({ exitCode: 0 });
  return help;
}

/** Returns the command lines in the examples of a command's help, as the words after `commissions`. */
async function examplesOf(call: string): Promise<readonly (readonly string[])[]> {
  const [, examples = ''] = (await helpOf([...call.split(' '), '--help'])).split(/^Examples:$/m);
  return [...examples.matchAll(/^ {2}(?:\S+=(?:"[^"]*"|\S+) )*commissions ([^|\n>]+)/gm)].map(([, words = '']) =>
    words.trim().split(/\s+/),
  );
}

describe.each(leafCommands(createProgram()).map((command) => ({ call: callOf(command), command })))(
  'commissions $call',
  ({ call, command }) => {
    it('describes itself, and each argument and option', () => {
      expect(command.description()).not.toBe('');
      for (const option of command.options) expect(option.description, option.flags).not.toBe('');
      for (const argument of command.registeredArguments) expect(argument.description).not.toBe('');
    });

    it('has an example, and each of them is one', async () => {
      const examples = await examplesOf(call);
      expect(examples.length).toBeGreaterThan(0);
      for (const words of examples)
        expect(await parse(words)).toEqual({ code: 0, message: '', ran: expect.anything() });
      expect(examples.map((words) => words.join(' ')).join('\n')).toContain(call);
    });

    it('rejects an option that it does not have, in one sentence, with 2', async () => {
      const [words = []] = await examplesOf(call);
      const { code, message, ran } = await parse([...words, '--no-such-option']);
      expect({ code, ran }).toEqual({ code: 2, ran: null });
      expect(message).toMatch(/^Unknown option '--no-such-option'[^\n]*\. See --help\.\n$/);
    });

    it('prints its result as JSON when asked to', () => {
      const hasJson = command.options.some(({ long }) => long === '--json');
      expect(hasJson).toBe(!withoutJson.includes(call));
    });
  },
);

describe('the program', () => {
  it.each([
    ['requests list --status DONE', /--status/],
    ['requests list --limit 0', /--limit/],
    [
      'requests list --limit x',
      /^Option '--limit <number>' argument 'x' is invalid\. It must be a whole number from 1 to 200\. See/,
    ],
    ['requests list --limit 1.5', /--limit/],
    ['requests list --limit 201', /--limit/],
    ['requests list --sort size', /--sort.*newest/],
    ['requests list --from yesterday', /--from/],
    ['requests list --due-before 2026-02-30', /--due-before/],
    ['requests list --unread=1', /--unread/],
    ['requests list --arrival late', /--arrival.*closed, full/],
    ['requests list --answer size', /must be the id of a question and an answer/],
    ['requests list --answer =a4', /must be the id of a question and an answer/],
    ['requests list --answer size=', /must be the id of a question and an answer/],
    ['requests list --answer __proto__=a4', /must be the id of a question and an answer/],
    ['requests list again', /too many arguments/i],
    ['requests show', /missing required argument/i],
    ['requests show 12', /the id of a request, or a number/],
    ['requests status K7QX-29MB', /missing required argument/i],
    ['requests status K7QX-29MB DONE', /must be one of NEW/],
    ['requests export --format xml', /--format.*csv/],
    ['requests export --email nobody', /invalid\. It must be an e-mail address\. See/],
    ['requests list --due-before 2026-02-30', /invalid\. It must be a date, YYYY-MM-DD\. See/],
    [
      'requests list --from yesterday',
      /invalid\. It must be an RFC 3339 instant such as .*, or a date, YYYY-MM-DD\. See/,
    ],
    ['requests list --to 2026-13-01', /invalid\. It must be an RFC 3339 instant/],
    ['requests list --type ', /invalid\. It must be one or more type ids\. See/],
    ['requests list --label ', /invalid\. It must be one or more labels/],
    ['requests list --q ab', /invalid\. A search needs three characters, or two in Chinese, Japanese and Korean\. See/],
    ['requests list --q ', /A search needs three characters/],
    ['requests export --format csv --q 猫', /A search needs three characters/],
    [`requests list --q ${'x'.repeat(201)}`, /invalid\. It must be at most 200 characters\. See/],
    ['requests erase 12', /the id of a request/],
    ['requests erase --email nobody', /invalid\. It must be an e-mail address\. See/],
    ['requests remove', /unknown command 'remove'/i],
    ['channels add mail --customers --name ', /1 to 200 characters/],
    ['files get K7QX-29MB', /missing required argument/i],
    ['files get K7QX-29MB first', /whole number/],
    ['files get K7QX-29MB 0x1', /whole number/],
    ['files get K7QX-29MB ', /whole number/],
    ['files get K7QX-29MB -- -1', /0 or more/],
    ['operators invite ann --role owner', /e-mail address/],
    ['operators invite ann@example.org', /--role/],
    ['operators invite ann@example.org --role boss', /--role.*owner/],
    ['operators reset ann', /e-mail address/],
    ['tokens create --name x', /--scopes/],
    ['tokens create --name x --scopes all', /must list some of read/],
    ['tokens create --name x --scopes read --expires 1', /number of days/],
    ['tokens create --name x --scopes read --expires 0d', /number of days/],
    ['tokens revoke 12', /the id of a token/],
    ['channels add webhook', /missing required argument/i],
    ['channels add webhook bot.example.org', /^The URL must be a URL such as/],
    [
      'channels add webhook ftp://example.org/secret',
      /^The URL must begin with https:\/\/ or http:\/\/\. See --help\.\n$/,
    ],
    [
      'channels add webhook https://ann:secret@example.org',
      /^The URL must have no user name and no password\. See --help\.\n$/,
    ],
    ['channels add webhook https://example.org --format xml', /--format/],
    ['channels add webhook https://example.org --types all', /must list some of request.created/],
    ['channels add mail --to ann', /addresses such as/],
    [`channels add mail --to ${Array(21).fill('ann@example.org').join()}`, /at most 20 addresses/],
    ['channels add mail --to ann@example.org --hour 24', /0 to 23/],
    ['channels add mail --to ann@example.org --time-zone Moon', /Europe\/Berlin/],
    ['channels add mail --customers --language xx', /--language/],
    ['channels test 12', /the id of a channel/],
    ['channels rotate-secret 0199d2c4-5e1f-4c7b-9b8e-6d2f1a3c5e70 --url hook', /^The URL must be a URL such as/],
    ['channels remove', /missing required argument/i],
    ['backup a --keep 0', /whole number from 1/],
    ['backup a --to ftp://b', /--to.*must be s3:\/\/bucket\/prefix/],
    ['backup a --to b', /--to.*must be s3:/],
    ['backup a b', /too many arguments/i],
    ['backup verify', /missing required argument/i],
    ['restore', /missing required argument/i],
    ['restore a --generation', /argument missing/],
    ['reconcile --older-than-hours -1', /whole number of hours/],
    ['reconcile --older-than-hours=1.5', /whole number of hours/],
    ['reconcile --older-than-hours day', /whole number of hours/],
    ['reconcile --older-than-hours ', /whole number of hours/],
    ['reconcile --older-than-hours 10000000', /whole number of hours/],
    ['secrets rotate now', /too many arguments/i],
    ['migrate now', /too many arguments/i],
    ['serve now', /too many arguments/i],
    ['help frobnicate', /unknown command 'frobnicate'/i],
    ['help requests frobnicate', /unknown command 'frobnicate'/i],
    ['help serve now', /unknown command 'now'/i],
    ['frobnicate', /unknown command 'frobnicate'/i],
  ])('commissions %s: one sentence and 2', async (line, sentence) => {
    const { code, message, ran } = await parse(line.split(' '));
    expect({ code, ran }).toEqual({ code: 2, ran: null });
    expect(message).toMatch(sentence);
    expect(message).toMatch(/^[A-Z'][^\n]*\.\n$/);
  });

  it.each(['cat', '猫咪', 'K7Q'])('searches for %s, whatever it begins with', async (text) => {
    expect(await parse(['requests', 'list', '--q', text])).toEqual({ code: 0, message: '', ran: 'requests list' });
  });

  it.each([
    ['requests export', '--email ann@example.org --status NEW', /leave out the other conditions/],
    ['requests export', '--email ann@example.org --format csv', /--email.* cannot be used with .*--format/i],
    ['requests export', '--format jsonl --email ann@example.org', /--email.* cannot be used with .*--format/i],
    ['requests erase', '', /name one request/i],
    ['requests erase', 'K7QX-29MB --retention', /name one request/i],
    ['backup', '', /name a folder, or a target in a bucket/i],
    ['files get', 'K7QX-29MB 0 --json', /--json needs --output/i],
    ['channels add mail', '', /either --to or --customers/],
    ['channels add mail', '--customers --pace daily', /--customers.* cannot be used with .*--pace/i],
    ['channels add mail', '--customers --time-zone UTC', /--customers.* cannot be used with .*--time-zone/i],
    ['channels add mail', '--to ann@example.org --hour 9', /--hour and --time-zone need --pace daily/],
    ['channels add mail', '--to ann@example.org --pace each --time-zone UTC', /--time-zone need --pace daily/],
    ['channels add mail', '--to ann@example.org --customers', /either --to or --customers/],
    ['channels add mail', '--to ann@example.org --no-confirmation', /--to.* cannot be used with .*--no-confirmation/i],
    ['channels add mail', '--to ann@example.org --no-messages', /--to.* cannot be used with .*--no-messages/i],
    ['channels add mail', '--customers --no-confirmation --no-messages', /--status is required/],
  ])('answers commissions %s %s with one sentence and status 2', async (call, options, sentence) => {
    const { code, message } = await parse([...call.split(' '), ...options.split(' ').filter(Boolean)], call);
    expect(code).toBe(2);
    expect(message).toMatch(sentence);
    expect(message).toMatch(/^[A-Z-][^\n]*\.\n$/);
  });

  it.each(['', ...leafCommands(createProgram()).map(callOf), 'requests'])(
    'shows by help %s what --help of the same command shows',
    async (call) => {
      const words = call.split(' ').filter(Boolean);
      const help = await helpOf(['help', ...words]);
      expect(help).toContain(`Usage: ${['commissions', ...words].join(' ')} `);
      expect(help).toBe(await helpOf([...words, '--help']));
    },
  );

  it('takes --json of backup verify, which backup has too, for that of verify', async () => {
    const program = createProgram();
    const verify = program.commands
      .find((command) => command.name() === 'backup')
      ?.commands.find((command) => command.name() === 'verify');
    const given: unknown[] = [];
    verify?.action((_dir, options) => void given.push(options));
    await program.parseAsync(['backup', 'verify', 'folder', '--json'], { from: 'user' });
    expect(given).toEqual([{ json: true }]);
  });
});

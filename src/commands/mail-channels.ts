import { type Command, InvalidArgumentError, Option } from 'commander';
import { type MailEventType, mailEventTypes } from '../operators/deliveries/kinds/mail/mail-channels.ts';
import {
  type Mailbox,
  type MailSettings,
  mailPaces,
  mostRecipients,
  sendsMail,
} from '../operators/deliveries/kinds/mail/mail-settings.ts';
import { isTimeZone } from '../operators/deliveries/kinds/mail/time-zone.ts';
import { type Language, languages } from '../platform/language/languages.ts';
import { emailPattern } from '../platform/shapes/email-pattern.ts';
import { openChannels } from '../process/stores/service-parts.ts';
import { printMade } from './output/made.ts';
import { jsonLine } from './output/print.ts';
import { newName } from './task/arguments.ts';
import { runTask } from './task/task.ts';

const defaultHour = 8;

interface AddOptions {
  readonly to?: readonly Mailbox[];
  readonly customers?: true;
  readonly name?: string;
  readonly language: Language;
  readonly pace: (typeof mailPaces)[number];
  readonly hour: number;
  readonly timeZone: string;
  readonly status?: true;
  /** False with `--no-confirmation`. */
  readonly confirmation: boolean;
  /** False with `--no-messages`. */
  readonly messages: boolean;
  readonly json?: true;
}

const details = `
Examples:
  commissions channels add mail --to ann@example.org,bob@example.org
  commissions channels add mail --to ann@example.org --pace daily --hour 7 --time-zone Europe/Berlin
  commissions channels add mail --customers --language de --status
  commissions channels add mail --customers --no-confirmation
`;

/** Adds the command `channels add mail`. */
export function addMailChannelCommand(add: Command): void {
  const command = add
    .command('mail')
    .description('add a mail channel to operators (--to) or customers (--customers), and print its id')
    .addOption(
      new Option('--to <addresses>', 'the addresses of operators, separated by commas')
        .argParser(addresses)
        .conflicts(['confirmation', 'messages']),
    )
    .addOption(
      new Option('--customers', 'send mail to each customer about their own request').conflicts([
        'pace',
        'hour',
        'timeZone',
      ]),
    )
    .option('--name <name>', 'the name of the channel', newName)
    .addOption(new Option('--language <language>', 'the language of the mails').choices(languages).default('en'))
    .addOption(
      new Option('--pace <pace>', 'one mail for each request (each), or one mail a day (daily)')
        .choices(mailPaces)
        .default('each'),
    )
    .option('--hour <hour>', 'the hour of the daily mail, 0 to 23', hour, defaultHour)
    .option('--time-zone <zone>', 'the time zone of the hour, such as Europe/Berlin', timeZone, 'UTC')
    .option('--status', 'send mail about changed statuses too')
    .option('--no-confirmation', 'do not confirm to customers that their request arrived')
    .option('--no-messages', 'do not let operators write to customers')
    .option('--json', 'print the channel as one JSON object')
    .addHelpText('after', details);
  command.action((options: AddOptions) => {
    const { to, customers } = options;
    if ((to === undefined) === (customers === undefined)) command.error('error: Name either --to or --customers');
    const namesHour = ['hour', 'timeZone'].some((name) => command.getOptionValueSource(name) === 'cli');
    if (namesHour && options.pace !== 'daily') command.error('error: --hour and --time-zone need --pace daily');
    if (!sendsMail(typesOf(options), settingsOf(options))) {
      command.error(
        'error: With --no-confirmation and --no-messages, --status is required: the channel would never send anything',
      );
    }
    return addMailChannel(options);
  });
}

function addMailChannel(options: AddOptions): Promise<void> {
  return runTask('add the channel', async (context) => {
    const { mailChannels } = await openChannels(context);
    const settings = settingsOf(options);
    const types = typesOf(options);
    const name = options.name ?? (settings.audience === 'customers' ? 'Customers' : 'Operators');
    const added = await mailChannels.add({ name, types, settings, createdBy: null });
    if (added === 'too-many') throw new Error('there are 50 channels already');
    if (context.config.mail === null) {
      process.stderr.write('SMTP_URL and MAIL_FROM are not set: mails wait until the service has them.\n');
    }
    const holds = `the channel exists: commissions channels remove ${added.id} removes it`;
    await printMade(options.json ? jsonLine(added) : `${added.id}\n`, context.signal, holds);
  });
}

function typesOf({ confirmation, status }: AddOptions): readonly MailEventType[] {
  return mailEventTypes.filter((type) => (type === 'request.created' ? confirmation : status));
}

function settingsOf({ to, language, messages, pace, hour: at, timeZone: zone }: AddOptions): MailSettings {
  if (to === undefined) return { audience: 'customers', language, messages };
  return { audience: 'operators', language, to: [...to], pace, hour: at, timeZone: zone };
}

function addresses(text: string): readonly Mailbox[] {
  const named = text.split(',').map((address) => address.trim());
  if (!named.every((address) => emailPattern.test(address))) {
    throw new InvalidArgumentError('It must be addresses such as ann@example.org.');
  }
  if (named.length > mostRecipients) throw new InvalidArgumentError(`It must be at most ${mostRecipients} addresses.`);
  return named.map((address) => ({ name: '', address }));
}

function hour(text: string): number {
  if (!/^(?:1?\d|2[0-3])$/.test(text)) throw new InvalidArgumentError('It must be 0 to 23.');
  return Number(text);
}

function timeZone(text: string): string {
  if (!isTimeZone(text)) throw new InvalidArgumentError('It must be a name such as Europe/Berlin.');
  return text;
}

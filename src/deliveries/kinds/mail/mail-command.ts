import { type Command, InvalidArgumentError } from 'commander';
import { type Language, languages } from '../../../platform/language/languages.ts';
import { emailPattern } from '../../../platform/shapes/email-pattern.ts';
import type { KindCommand } from '../../kind/kind-command.ts';
import { defaultHour, type MailEventType, mailEventTypes, mailPaces, mostRecipients } from './mail-choices.ts';
import { type Mailbox, type MailSettings, sendsMail } from './mail-settings.ts';
import { isTimeZone } from './time-zone.ts';

interface Options {
  readonly to?: readonly Mailbox[];
  readonly customers?: true;
  readonly language: Language;
  readonly pace: (typeof mailPaces)[number];
  readonly hour: number;
  readonly timeZone: string;
  readonly status?: true;
  /** False with `--no-confirmation`. */
  readonly confirmation: boolean;
  /** False with `--no-messages`. */
  readonly messages: boolean;
}

export const mailCommand: KindCommand = {
  description: 'add a mail channel to operators (--to) or customers (--customers), and print its id',
  examples: [
    'commissions channels add mail --to ann@example.org,bob@example.org',
    'commissions channels add mail --to ann@example.org --pace daily --hour 7 --time-zone Europe/Berlin',
    'commissions channels add mail --customers --language de --status',
    'commissions channels add mail --customers --no-confirmation',
  ],
  withoutMailServer: 'SMTP_URL and MAIL_FROM are not set: mails wait until the service has them.',
  declare(command) {
    command
      .addOption(
        command
          .createOption('--to <addresses>', 'the addresses of operators, separated by commas')
          .argParser(addresses)
          .conflicts(['confirmation', 'messages']),
      )
      .addOption(
        command
          .createOption('--customers', 'send mail to each customer about their own request')
          .conflicts(['pace', 'hour', 'timeZone']),
      )
      .addOption(
        command.createOption('--language <language>', 'the language of the mails').choices(languages).default('en'),
      )
      .addOption(
        command
          .createOption('--pace <pace>', 'one mail for each request (each), or one mail a day (daily)')
          .choices(mailPaces)
          .default('each'),
      )
      .option('--hour <hour>', 'the hour of the daily mail, 0 to 23', hour, defaultHour)
      .option('--time-zone <zone>', 'the time zone of the hour, such as Europe/Berlin', timeZone, 'UTC')
      .option('--status', 'send mail about changed statuses too')
      .option('--no-confirmation', 'do not confirm to customers that their request arrived')
      .option('--no-messages', 'do not let operators write to customers');
  },
  read(command) {
    const options = command.opts<Options>();
    checkOptions(command, options);
    return { types: typesOf(options), mail: settingsOf(options) };
  },
};

function checkOptions(command: Command, options: Options): void {
  const { to, customers } = options;
  if ((to === undefined) === (customers === undefined)) command.error('error: Name either --to or --customers');
  const namesHour = ['hour', 'timeZone'].some((name) => command.getOptionValueSource(name) === 'cli');
  if (namesHour && options.pace !== 'daily') command.error('error: --hour and --time-zone need --pace daily');
  if (!sendsMail(typesOf(options), settingsOf(options))) {
    command.error(
      'error: With --no-confirmation and --no-messages, --status is required: the channel would never send anything',
    );
  }
}

function typesOf({ confirmation, status }: Options): readonly MailEventType[] {
  return mailEventTypes.filter((type) => (type === 'request.created' ? confirmation : status));
}

function settingsOf({ to, language, messages, pace, hour: at, timeZone: zone }: Options): MailSettings {
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

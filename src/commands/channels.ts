import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import type { ChannelView } from '../operators/deliveries/channels/channels.ts';
import { allowsMessages, mailSettings } from '../operators/deliveries/kinds/mail/mail-settings.ts';
import {
  type WebhookField,
  webhookFields,
  webhookFormats,
} from '../operators/deliveries/kinds/webhook/webhook-settings.ts';
import { createWebhookUrlReader, readWebhookUrl } from '../operators/deliveries/kinds/webhook/webhook-url.ts';
import type { DeliveryDetail } from '../operators/deliveries/ledger/deliveries.ts';
import { type ChannelState, type EventType, eventTypes } from '../operators/deliveries/ledger/delivery.ts';
import { printable } from '../platform/log/printable.ts';
import { type ChannelStore, openChannels } from '../process/stores/service-parts.ts';
import { addMailChannelCommand } from './mail-channels.ts';
import { exitCodes } from './output/exit-codes.ts';
import { printMade } from './output/made.ts';
import { jsonLine, jsonLines, print, table } from './output/print.ts';
import { idOf, listOf, newName } from './task/arguments.ts';
import { runTask, type TaskContext } from './task/task.ts';

const testPatienceMs = 30_000;
const testPollMs = 200;

interface AddOptions {
  readonly name?: string;
  readonly format: (typeof webhookFormats)[number];
  readonly types: readonly EventType[];
  readonly fields: readonly WebhookField[];
  /** False with `--no-verify-tls`. */
  readonly verifyTls: boolean;
}

interface JsonOption {
  readonly json?: true;
}

const exampleId = '0199d2c4-5e1f-4c7b-9b8e-6d2f1a3c5e70';

const webhookDetails = `
Examples:
  commissions channels add webhook https://example.org/hooks/commissions
  commissions channels add webhook https://example.org/hook --fields customerName,message --json | jq -r .id
`;

const listDetails = `
Examples:
  commissions channels list
  commissions channels list --json | jq -r 'select(.verdict == "failing").name'
`;

const releaseDetails = `
Examples:
  commissions channels release
`;

const testDetails = `
Examples:
  commissions channels test ${exampleId}

Exit codes:
  0   the test was delivered
  1   the test was not delivered, or no worker sent it within 30 s
  2   wrong arguments
`;

export function addChannelsCommand(program: Command): void {
  const channels = program.command('channels').description('webhooks and mails that notify of requests');
  const add = channels.command('add').description('add a channel');
  addMailChannelCommand(add);
  const webhook = add.command('webhook');
  webhook
    .description('add a webhook, and print only its secret, which is shown only once')
    .argument('<url>', 'the URL of the receiver', webhookUrl(webhook))
    .option('--name <name>', 'the name of the channel (default: the host of the URL)', newName)
    .addOption(new Option('--format <format>', 'the format of the webhook').choices(webhookFormats).default('standard'))
    .addOption(
      new Option('--types <types>', 'the events to send, separated by commas')
        .choices(eventTypes)
        .argParser(listOf(eventTypes))
        .default([...eventTypes], 'all'),
    )
    .addOption(
      new Option('--fields <fields>', 'the fields to send besides ids, separated by commas')
        .choices(webhookFields)
        .argParser(listOf(webhookFields))
        .default([], 'none'),
    )
    .option('--no-verify-tls', 'accept a certificate that cannot be verified')
    .option('--json', 'print the channel and its secret as one JSON object')
    .addHelpText('after', webhookDetails)
    .action(addWebhook);
  channels
    .command('list')
    .description('print the channels, without their secrets')
    .option('--json', 'print one JSON object a line')
    .addHelpText('after', listDetails)
    .action(list);
  const one = (
    command: string,
    description: string,
    details = `\nExamples:\n  commissions channels ${command} ${exampleId}\n`,
  ) =>
    channels
      .command(command)
      .description(description)
      .argument('<id>', 'the id of the channel, from channels list', idOf('a channel'))
      .option('--json', 'print the result as one JSON object')
      .addHelpText('after', details);
  one('test', 'let the running service send a test, and print the result', testDetails).action(test);
  const rotate = one('rotate-secret', 'print a new secret; previous secrets sign too, for 24 hours each');
  rotate
    .option('--url <url>', 'the URL of the receiver, required when the old secret is lost', webhookUrl(rotate))
    .action(rotateSecret);
  one('enable', 'send deliveries again').action((channel, options) => setState(channel, 'enabled', options));
  one('hold', 'keep deliveries until the channel is enabled').action((channel, options) =>
    setState(channel, 'held', options),
  );
  channels
    .command('release')
    .description('enable every channel that is held; a restore holds all channels')
    .option('--json', 'print one JSON object a line for each channel')
    .addHelpText('after', releaseDetails)
    .action(release);
  one('disable', 'disable the channel, and cancel its pending deliveries').action((channel, options) =>
    setState(channel, 'disabled', options),
  );
  one('remove', 'remove the channel, and cancel its pending deliveries').action(remove);
}

/** The error does not repeat the URL, as it would for other arguments: the path of some webhooks is the credential. */
function webhookUrl(command: Command): (text: string) => string {
  return (text) => {
    const read = readWebhookUrl(text);
    return 'fault' in read ? command.error(`error: the URL ${read.fault}`) : text;
  };
}

/** Runs `task` on the channels of the service. */
function run(
  what: string,
  task: (store: ChannelStore, context: TaskContext) => Promise<number | undefined>,
): Promise<void> {
  return runTask(what, async (context) => task(await openChannels(context), context));
}

function urlOf(text: string, { config }: TaskContext): URL {
  const read = createWebhookUrlReader(config.deliveries)(text);
  if ('fault' in read) throw new Error(`the URL ${read.fault}`);
  return read.url;
}

function addWebhook(
  url: string,
  { name: given, verifyTls: verifiesTls, json, ...options }: AddOptions & JsonOption,
): Promise<void> {
  return run('add the channel', async ({ channels }, context) => {
    const target = urlOf(url, context);
    const webhook = { ...options, name: given ?? target.host, url: target, verifiesTls, createdBy: null };
    const added = await channels.addWebhook(webhook);
    if (added === 'too-many') throw new Error('there are 50 channels already');
    const text = json ? jsonLine({ ...added.channel, secret: added.secret }) : `${added.secret}\n`;
    const { id } = added.channel;
    const holds = `the channel exists, and nobody has its secret: commissions channels rotate-secret ${id}, or remove ${id}`;
    await printMade(text, context.signal, holds);
  });
}

function list({ json }: JsonOption): Promise<void> {
  return run('list the channels', async ({ channels, deliveries }, { signal }) => {
    const verdicts = new Map((await deliveries.health()).map(({ channel, verdict }) => [channel.id, verdict]));
    const found = (await channels.list()).map((channel) => ({
      ...channel,
      verdict: verdicts.get(channel.id) ?? channel.state,
    }));
    const rows = found.map((channel) => [
      channel.id,
      channel.kind,
      channel.hasSecret ? channel.verdict : 'secret lost',
      sentOf(channel).join(','),
      paceOf(channel),
      channel.name,
      addressOf(channel),
    ]);
    const headings = ['id', 'kind', 'health', 'types', 'pace', 'name', 'address'];
    await print(json ? jsonLines(found) : table(headings, rows), signal);
  });
}

/** Returns the events that the channel is notified of, and `messages` if operators may write to customers through it. */
function sentOf({ kind, types, settings }: ChannelView): readonly string[] {
  const events = types.map((type) => type.replace('request.', ''));
  return kind === 'mail' && allowsMessages(mailSettings.parse(settings)) ? [...events, 'messages'] : events;
}

/** Returns the hour of a daily mail with its time zone, or `at once`. */
function paceOf({ kind, settings }: ChannelView): string {
  const mail = kind === 'mail' ? mailSettings.parse(settings) : null;
  if (mail?.audience !== 'operators' || mail.pace === 'each') return 'at once';
  return `daily at ${mail.hour}:00 ${mail.timeZone}`;
}

/** Returns an empty text for mail to customers. */
function addressOf({ kind, settings }: ChannelView): string {
  if (kind !== 'mail') return String(settings.address ?? '');
  const mail = mailSettings.parse(settings);
  return mail.audience === 'customers' ? '' : mail.to.map(({ address }) => address).join(',');
}

function test(channelId: string, { json }: JsonOption): Promise<void> {
  return run('send a test', async ({ deliveries }, { signal }) => {
    const made = await deliveries.test(channelId);
    if (made === 'missing') throw new Error('there is no such channel');
    if (made === 'channel-disabled') throw new Error('the channel is disabled');
    for (const giveUpAt = Date.now() + testPatienceMs; Date.now() < giveUpAt; ) {
      const delivery = await deliveries.find(made.id);
      const last = delivery?.tries.at(-1);
      // The try may have ended after the delivery's state was read and before its tries were read.
      if (delivery && last && delivery.state !== 'sending') {
        await print(testText(delivery, json), signal);
        return last.result === 'delivered' ? exitCodes.done : exitCodes.failed;
      }
      await sleep(testPollMs, undefined, { signal });
    }
    throw new Error('no worker sent the test: check that the service is running and that the channel is not held');
  });
}

function testText({ id, state, tries }: DeliveryDetail, json: true | undefined): string {
  const last = tries.at(-1);
  return json ? jsonLine({ id, state, ...last }) : `${printable(last?.detail ?? state)}\n`;
}

function rotateSecret(channelId: string, { url, json }: JsonOption & { readonly url?: string }): Promise<void> {
  return run('give the channel a new secret', async ({ channels }, context) => {
    const rotated = await channels.rotateSecret(channelId, url === undefined ? null : urlOf(url, context));
    if (rotated === 'missing') throw new Error('there is no such webhook');
    if (rotated === 'secret-lost')
      throw new Error('the URL cannot be read with this SECRETS_KEY: name the URL with --url');
    if (rotated === 'too-many-secrets')
      throw new Error('ten previous secrets are still valid, each for 24 hours: wait until the first of them ends');
    const text = json ? jsonLine({ id: channelId, secret: rotated.secret }) : `${rotated.secret}\n`;
    const holds = 'the channel has a new secret, which nobody has: run the same command again';
    await printMade(text, context.signal, holds);
  });
}

function setState(channelId: string, state: ChannelState, { json }: JsonOption): Promise<void> {
  return run('change the channel', async ({ channels }, { signal }) => {
    const changed = await channels.change(channelId, { state });
    if (changed === null) throw new Error('there is no such channel');
    if (json) await print(jsonLine(changed), signal);
  });
}

function release({ json }: JsonOption): Promise<void> {
  return run('release the channels', async ({ channels }, { signal }) => {
    const released = await channels.release();
    const lines = released.map(({ id, name }) => `${id}  ${printable(name)}\n`);
    await print(json ? jsonLines(released) : lines.join(''), signal);
    process.stderr.write(releasedText(released));
  });
}

function releasedText(released: readonly ChannelView[]): string {
  const lost = released.filter(({ hasSecret }) => !hasSecret);
  const count = released.length === 1 ? '1 held channel was enabled' : `${released.length} held channels were enabled`;
  const cannot = lost.map(
    ({ id: channelId, name: called }) =>
      `${printable(called)} cannot send yet, because its secret is lost: run commissions channels rotate-secret ${channelId} --url <url>\n`,
  );
  return [`${count}\n`, ...cannot].join('');
}

function remove(channelId: string, { json }: JsonOption): Promise<void> {
  return run('remove the channel', async ({ channels }, { signal }) => {
    if ((await channels.remove(channelId)) === 'missing') throw new Error('there is no such channel');
    if (json) await print(jsonLine({ id: channelId }), signal);
  });
}

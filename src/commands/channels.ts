import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { DeliveryDetail } from '../deliveries/history/delivery-shape.ts';
import type { ChannelView } from '../deliveries/kind/channel-shape.ts';
import { urlArgument } from '../deliveries/kind/kind-command.ts';
import { kinds } from '../deliveries/kinds/registry.ts';
import type { ChannelState } from '../deliveries/ledger/delivery.ts';
import { printable } from '../platform/log/printable.ts';
import { type ChannelStore, openChannels } from '../process/parts/channel-parts.ts';
import { addAddCommands, sentenceOf } from './add-channel.ts';
import { exitCodes } from './output/exit-codes.ts';
import { printMade } from './output/made.ts';
import { jsonLine, jsonLines, print, table } from './output/print.ts';
import { idOf } from './task/arguments.ts';
import { runTask, type TaskContext } from './task/task.ts';

const testPatienceMs = 30_000;
const testPollMs = 200;

interface JsonOption {
  readonly json?: true;
}

const exampleId = '0199d2c4-5e1f-4c7b-9b8e-6d2f1a3c5e70';

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
  addAddCommands(channels.command('add').description('add a channel'));
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
    .option('--url <url>', 'the URL of the receiver, required when the old secret is lost', urlArgument(rotate))
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

/** Runs `task` on the channels of the service. */
function run(
  what: string,
  task: (store: ChannelStore, context: TaskContext) => Promise<number | undefined>,
): Promise<void> {
  return runTask(what, async (context) => task(await openChannels(context), context));
}

function list({ json }: JsonOption): Promise<void> {
  return run('list the channels', async ({ channels, deliveries }, { signal }) => {
    const verdicts = new Map((await deliveries.health()).map(({ channel, verdict }) => [channel.id, verdict]));
    const found = (await channels.list()).map((channel) => ({
      ...channel,
      verdict: verdicts.get(channel.id) ?? channel.state,
    }));
    const rows = found.map(rowOf);
    const headings = ['id', 'kind', 'health', 'types', 'pace', 'name', 'address'];
    await print(json ? jsonLines(found) : table(headings, rows), signal);
  });
}

function rowOf({ id, kind, name, types, settings, hasSecret, verdict }: ChannelView & { readonly verdict: string }) {
  const { address, pace, also } = kinds[kind].line(settings);
  const sent = [...types.map((type) => type.replace('request.', '')), ...also];
  return [id, kind, hasSecret ? verdict : 'secret lost', sent.join(','), pace, name, address];
}

function test(channelId: string, { json }: JsonOption): Promise<void> {
  return run('send a test', async ({ deliveries }, { signal }) => {
    const made = await deliveries.test(channelId);
    if (made === 'missing') throw new Error('there is no such channel');
    if (made === 'channel-disabled') throw new Error('the channel is disabled');
    for (const giveUpAt = Date.now() + testPatienceMs; Date.now() < giveUpAt; ) {
      const delivery = await deliveries.find(made.id);
      const last = delivery?.attempts.at(-1);
      // The attempt may have ended after the delivery's state was read and before its attempts were read.
      if (delivery && last && delivery.state !== 'sending') {
        await print(testText(delivery, json), signal);
        return last.result === 'delivered' ? exitCodes.done : exitCodes.failed;
      }
      await sleep(testPollMs, undefined, { signal });
    }
    throw new Error('no worker sent the test: check that the service is running and that the channel is not held');
  });
}

function testText({ id, state, attempts }: DeliveryDetail, json: true | undefined): string {
  const last = attempts.at(-1);
  return json ? jsonLine({ id, state, ...last }) : `${printable(last?.detail ?? state)}\n`;
}

function rotateSecret(channelId: string, { url, json }: JsonOption & { readonly url?: string }): Promise<void> {
  return run('give the channel a new secret', async ({ channels }, context) => {
    const rotated = await channels.rotateSecret(channelId, url ?? null);
    if (rotated === 'missing') throw new Error('there is no such webhook');
    if (rotated === 'secret-lost')
      throw new Error('the URL cannot be read with this SECRETS_KEY: name the URL with --url');
    if (rotated === 'too-many-secrets')
      throw new Error('ten previous secrets are still valid, each for 24 hours: wait until the first of them ends');
    if ('fault' in rotated) throw new Error(sentenceOf(rotated));
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
    ({ id, kind, name }) =>
      `${printable(name)} cannot send yet, because its secret is lost: ${kinds[kind].rotate ? `run commissions channels rotate-secret ${id} --url <url>` : 'enter it again in the inbox'}\n`,
  );
  return [`${count}\n`, ...cannot].join('');
}

function remove(channelId: string, { json }: JsonOption): Promise<void> {
  return run('remove the channel', async ({ channels }, { signal }) => {
    if ((await channels.remove(channelId)) === 'missing') throw new Error('there is no such channel');
    if (json) await print(jsonLine({ id: channelId }), signal);
  });
}

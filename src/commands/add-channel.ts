import { type Command, Option } from 'commander';
import type { CreatedChannel } from '../deliveries/kind/channel-shape.ts';
import type { Faulty } from '../deliveries/kind/kind.ts';
import { kindCommands } from '../deliveries/kinds/commands.ts';
import { kinds } from '../deliveries/kinds/registry.ts';
import type { ChannelKind, EventType } from '../deliveries/ledger/delivery.ts';
import { openChannels } from '../process/parts/channel-parts.ts';
import { printMade } from './output/made.ts';
import { jsonLine } from './output/print.ts';
import { listOf, newName } from './task/arguments.ts';
import { runTask } from './task/task.ts';

interface Options {
  readonly name?: string;
  readonly types?: readonly EventType[];
  readonly json?: true;
}

/** Adds `channels add <kind>` for each kind. */
export function addAddCommands(add: Command): void {
  for (const kind of Object.keys(kindCommands) as ChannelKind[]) addKindCommand(add.command(kind), kind);
}

function addKindCommand(command: Command, kind: ChannelKind): void {
  const { description, examples, declare } = kindCommands[kind];
  command.description(description);
  declare(command, { listOf });
  command.option('--name <name>', 'the name of the channel', newName);
  const { possible, usual } = kinds[kind].types;
  if (usual !== null) {
    command.addOption(
      new Option('--types <types>', 'the events to send, separated by commas')
        .choices(possible)
        .argParser(listOf(possible))
        .default(usual, usual.length === possible.length ? 'all' : usual.join(',')),
    );
  }
  command
    .option('--json', 'print the channel as one JSON object, with the secret if it has a new one')
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}\n`).join('')}`)
    .action(() => addChannel(command, kind));
}

function addChannel(command: Command, kind: ChannelKind): Promise<void> {
  const { name, json, types: named = [] } = command.opts<Options>();
  const { read, withoutMailServer } = kindCommands[kind];
  const { types = named, ...members } = read(command);
  return runTask('add the channel', async (context) => {
    const { channels } = await openChannels(context);
    const added = await channels.add({ ...members, kind, name, types, createdBy: null });
    if (added === 'too-many') throw new Error('there are 50 channels already');
    if (added === 'sends-nothing') throw new Error('the channel would never send anything');
    if ('fault' in added) throw new Error(sentenceOf(added));
    if (context.config.mail === null && withoutMailServer) process.stderr.write(`${withoutMailServer}\n`);
    await printMade(
      json ? jsonLine(shown(added)) : `${added.secret ?? added.channel.id}\n`,
      context.signal,
      held(added),
    );
  });
}

function shown({ channel, secret }: CreatedChannel) {
  return secret === null ? channel : { ...channel, secret };
}

/** The state after an output that could not be written. */
function held({ channel: { id }, secret }: CreatedChannel): string {
  if (secret === null) return `the channel exists: commissions channels remove ${id} removes it`;
  return `the channel exists, and nobody has its secret: commissions channels rotate-secret ${id}, or remove ${id}`;
}

/** The fault of a member, for the end of a sentence. */
export function sentenceOf({ fault: { message } }: Faulty): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

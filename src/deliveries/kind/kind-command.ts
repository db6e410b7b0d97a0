import type { Command } from 'commander';
import type { EventType } from '../ledger/delivery.ts';
import { readReceiverUrl } from '../receivers/receiver-url.ts';

/** `commissions channels add <kind>`. `commands.ts` lists them. */
export interface KindCommand {
  readonly description: string;
  /** Lines of a shell. */
  readonly examples: readonly string[];
  /** Adds the arguments and options of the kind. All kinds have `--name`, `--json` and, with usual types, `--types`. */
  declare(command: Command, readers: ValueReaders): void;
  /** Returns the members of the channel. Ends by `command.error` when options do not fit together. */
  read(command: Command): ReadMembers;
  /** A line for the host when the service has no mail server. */
  readonly withoutMailServer?: string;
}

interface ReadMembers {
  /** Left out by kinds with `--types`. */
  readonly types?: readonly EventType[];
  readonly [member: string]: unknown;
}

/** Readers of the values of options, which throw errors that the program shows as one sentence. */
export interface ValueReaders {
  /** Returns a function that parses some of the known words, separated by commas. */
  listOf<T extends string>(known: readonly T[]): (text: string) => readonly T[];
}

/** The error does not repeat the URL, as it would for other arguments: the path of some URLs is the credential. */
export function urlArgument(command: Command): (text: string) => string {
  return (text) => {
    const read = readReceiverUrl(text);
    return 'fault' in read ? command.error(`error: the URL ${read.fault}`) : text;
  };
}

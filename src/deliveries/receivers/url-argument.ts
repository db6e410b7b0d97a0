import type { Command } from 'commander';
import { readReceiverUrl } from './receiver-url.ts';

/** The error does not repeat the URL, as it would for other arguments: the path of some URLs is the credential. */
export function urlArgument(command: Command): (text: string) => string {
  return (text) => {
    const read = readReceiverUrl(text);
    return 'fault' in read ? command.error(`error: the URL ${read.fault}`) : text;
  };
}

import { InvalidArgumentError } from 'commander';
import { type KindCommand, urlArgument } from '../../kind/kind-command.ts';
import { noticeOptions, readNoticeOptions } from '../../notices/notice-options.ts';
import { publicServer, tokenPattern, topicPattern } from './ntfy-settings.ts';

export const ntfyCommand: KindCommand = {
  description: 'add notices on phones by ntfy, and print the id of the channel',
  examples: [
    'commissions channels add ntfy my-studio-7Kq2xW',
    'commissions channels add ntfy commissions --server https://ntfy.example.org --token tk_AgQdq7mVBoFD37zQ',
  ],
  declare(command, readers) {
    command
      .argument('<topic>', 'the topic; without accounts on the server, it is the only protection of the notices', topic)
      .option('--server <url>', 'the server', urlArgument(command), publicServer)
      .option('--token <token>', 'an access token of the server', token);
    noticeOptions(command, readers);
  },
  read(command) {
    const { server, token: given = null } = command.opts<{ readonly server: string; readonly token?: string }>();
    return { topic: command.processedArgs[0], server, token: given, ...readNoticeOptions(command) };
  },
};

function topic(text: string): string {
  if (!topicPattern.test(text)) throw new InvalidArgumentError('It must have 1 to 64 letters, digits, - and _.');
  return text;
}

function token(text: string): string {
  if (!tokenPattern.test(text)) throw new InvalidArgumentError('It must have no blanks, and at most 200 characters.');
  return text;
}

import { type KindCommand, urlArgument } from '../../kind/kind-command.ts';
import { noticeOptions, readNoticeOptions } from '../../notices/notice-options.ts';

export const slackCommand: KindCommand = {
  description: 'add a room of Slack, Mattermost, Rocket.Chat or Discord, and print its id',
  examples: [
    'commissions channels add slack https://hooks.slack.com/services/T00/B00/secret',
    'commissions channels add slack https://discord.com/api/webhooks/1/secret/slack --language de --fields customerName',
  ],
  declare(command, readers) {
    command.argument('<url>', 'the URL of the incoming webhook', urlArgument(command));
    noticeOptions(command, readers);
  },
  read: (command) => ({ url: command.processedArgs[0], ...readNoticeOptions(command) }),
};

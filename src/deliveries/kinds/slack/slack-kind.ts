import type { Kind, Opened } from '../../kind/kind.ts';
import { defined, readMembers, readUrlMember } from '../../kind/read-members.ts';
import { noticeChange, noticeMembers, noticeTypes } from '../../notices/notice-settings.ts';
import { receiverUrl, shownAddress } from '../../receivers/receiver-url.ts';
import { createSlackSender } from './create-slack-sender.ts';
import { type SlackSecrets, slackSecrets, slackSettings } from './slack-settings.ts';

const newMembers = { url: receiverUrl, ...noticeMembers };
const changeMembers = { url: receiverUrl.optional(), ...noticeChange };

/** Incoming webhooks of Slack, and of the chats that take the same messages. The URL is the secret. */
export const slack: Kind = {
  types: { possible: noticeTypes, usual: ['request.created'] },
  newMembers,
  changeMembers,
  make(given, readUrl) {
    const read = readMembers(newMembers, given);
    if ('fault' in read) return read;
    const { url: text, ...settings } = read.members;
    const target = readUrlMember('url', text, readUrl);
    if ('fault' in target) return target;
    const { href, host } = target.url;
    return { ...stored(settings, href), secret: null, usualName: host };
  },
  change({ settings }, given, readUrl) {
    const read = readMembers(changeMembers, given);
    if ('fault' in read) return read;
    const { url: text, ...change } = read.members;
    const changed = { ...slackSettings.parse(settings), ...defined(change) };
    if (text === undefined) return { settings: changed, secrets: 'keep' };
    const target = readUrlMember('url', text, readUrl);
    return 'fault' in target ? target : stored(changed, target.url.href);
  },
  show: (opened) => ({
    settings: slackSettings.parse(opened.settings),
    hasSecret: secretsOf(opened) !== null,
    previousSecretsUntil: [],
  }),
  line: (settings) => ({ address: slackSettings.parse(settings).address, pace: 'at once', also: [] }),
  remedy: 'Check the incoming webhook in the settings of the chat',
  reach: {
    check: 'slack',
    none: 'There is no channel to a chat',
    target(opened) {
      const secrets = secretsOf(opened);
      return secrets && { url: secrets.url, verifiesTls: true };
    },
    lostSecret: () => ({
      remedy: 'Restore the earlier SECRETS_KEY, or enter the URL of the channel again in the inbox',
    }),
  },
  createSender: createSlackSender,
};

function stored(settings: object, url: string) {
  return { settings: { ...settings, address: shownAddress(url) }, secrets: { url } satisfies SlackSecrets };
}

const secretsOf = ({ secrets }: Opened) => slackSecrets.nullable().parse(secrets);

import type { SenderParts } from '../../kind/kind.ts';
import { openChannel } from '../../kind/opened-channel.ts';
import type { Dispatch } from '../../ledger/delivery.ts';
import { lostSecret, type Sender } from '../../ledger/sender.ts';
import { type Notice, noticeOf, quoteLimits } from '../../notices/notice.ts';
import { noticeSettings } from '../../notices/notice-settings.ts';
import { postTo } from '../../receivers/post-to.ts';
import type { IsUnwanted } from '../../receivers/receiver-outcome.ts';
import { slackSecrets } from './slack-settings.ts';
import { escaped, quoted } from './slack-text.ts';

/** Discord takes 2,000 characters, Slack and the others more. */
const mostCharacters = 1900;

/** The responses of chats, beside 404 and 410, when the webhook, its room or its team is gone for good. */
const finalErrors = ['invalid_token', 'no_service', 'no_team', 'no_active_hooks', 'team_disabled', 'action_prohibited'];

const isUnwanted: IsUnwanted = ({ status, text }) =>
  status === 404 ||
  status === 410 ||
  ((status === 400 || status === 403) && finalErrors.some((error) => text.includes(error)));

/** Sends one line with a link, and the ticked fields. Ids are not read there, so a lost process may repeat a message. */
export function createSlackSender({ keyRing, inboxUrl, ...poster }: SenderParts): Sender {
  return {
    kind: 'slack',
    afterLoss: 'repeat',
    compose: async (dispatch) => slackBody(dispatch, await inboxUrl()),
    async send({ channel }, body, signal) {
      const { secrets } = await openChannel(keyRing, channel);
      if (secrets === null) return lostSecret;
      const { url } = slackSecrets.parse(secrets);
      return postTo(poster, { url, body, verifiesTls: true }, isUnwanted, signal);
    },
  };
}

function slackBody(dispatch: Dispatch, inboxUrl: string): string {
  const notice = noticeOf(dispatch, noticeSettings.parse(dispatch.channel.settings), inboxUrl);
  const texts = quoteLimits.map((limit) => textOf(notice, limit));
  const text = texts.find(({ length }) => length <= mostCharacters) ?? textOf(notice, 0);
  // No previews of links.
  return JSON.stringify({ text, unfurl_links: false, unfurl_media: false });
}

function textOf({ title, facts, url, quoted: quotes }: Notice, limit: number): string {
  const ours = [title, ...facts, ...(url === null ? [] : [url])].map(escaped);
  return [...ours, ...quotes(limit).map(quoted)].join('\n');
}

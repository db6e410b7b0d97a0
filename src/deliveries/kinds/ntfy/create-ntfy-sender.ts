import type { SenderParts } from '../../kind/kind.ts';
import { openChannel } from '../../kind/opened-channel.ts';
import type { Dispatch } from '../../ledger/delivery.ts';
import { lostSecret, type Sender } from '../../ledger/sender.ts';
import { noticeOf, quoteLimits } from '../../notices/notice.ts';
import { isGone, postTo } from '../../receivers/post-to.ts';
import { ntfySecrets, ntfySettings } from './ntfy-settings.ts';

/** A server makes a file of a longer message. */
const mostBytes = 4000;

/**
 * Publishes JSON, because headers cannot hold every letter. The topic is added when the notice is sent, so that it is
 * not kept with the delivery. A lost process may repeat a notice.
 */
export function createNtfySender({ keyRing, inboxUrl, ...poster }: SenderParts): Sender {
  return {
    kind: 'ntfy',
    afterLoss: 'repeat',
    compose: async (dispatch) => ntfyBody(dispatch, await inboxUrl()),
    async send({ channel }, body, signal) {
      const { secrets } = await openChannel(keyRing, channel);
      if (secrets === null) return lostSecret;
      const { topic, token } = ntfySecrets.parse(secrets);
      const headers = token === null ? {} : { authorization: `Bearer ${token}` };
      const { server: url } = ntfySettings.parse(channel.settings);
      const published = JSON.stringify({ topic, ...JSON.parse(body) });
      return postTo(poster, { url, headers, body: published, verifiesTls: true }, isGone, signal);
    },
  };
}

/** The priority is left out, which is the default one. */
function ntfyBody(dispatch: Dispatch, inboxUrl: string): string {
  const { title, facts, url, quoted } = noticeOf(dispatch, ntfySettings.parse(dispatch.channel.settings), inboxUrl);
  const messages = quoteLimits.map((limit) => [...facts, ...quoted(limit)].join('\n'));
  const message = messages.find((text) => Buffer.byteLength(text) <= mostBytes) ?? '';
  const click = url === null || isOnThisMachine(url) ? {} : { click: url };
  // Without a message a server would write `triggered`.
  return JSON.stringify(message === '' ? { message: title, ...click } : { title, message, ...click });
}

/** A phone cannot open the loopback address of an inbox. */
function isOnThisMachine(url: string): boolean {
  return /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
}

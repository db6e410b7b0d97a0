import type { SenderParts } from '../../kind/kind.ts';
import { openChannel } from '../../kind/opened-channel.ts';
import { lostSecret, type Sender } from '../../ledger/sender.ts';
import { isGone, postTo } from '../../receivers/post-to.ts';
import type { IsUnwanted } from '../../receivers/receiver-outcome.ts';
import { webhookBody } from './webhook-body.ts';
import { signedHeaders, validSecrets } from './webhook-secrets.ts';
import { webhookSecrets, webhookSettings } from './webhook-settings.ts';

export type WebhookSenderParts = Pick<SenderParts, 'client' | 'keyRing' | 'inboxUrl' | 'version'>;

/** Sends Standard Webhooks, or messages in the format of Discord. Receivers recognize a retry by its id. */
export function createWebhookSender({ keyRing, inboxUrl, ...poster }: WebhookSenderParts): Sender {
  return {
    kind: 'webhook',
    afterLoss: 'repeat',
    async compose(dispatch) {
      const url = await inboxUrl();
      return webhookBody(dispatch, webhookSettings.parse(dispatch.channel.settings), (id) => `${url}/requests/${id}`);
    },
    async send({ id, channel }, body, signal) {
      const { verifiesTls, format } = webhookSettings.parse(channel.settings);
      const { secrets: opened } = await openChannel(keyRing, channel);
      if (opened === null) return lostSecret;
      const secrets = webhookSecrets.parse(opened);
      const headers = format === 'standard' ? signedHeaders(id, new Date(), body, validSecrets(secrets)) : {};
      const isUnwanted = format === 'discord' ? isGoneForDiscord : isGone;
      return postTo(poster, { url: secrets.url, headers, body, verifiesTls }, isUnwanted, signal);
    },
  };
}

/** Discord responds with 404, not 410, for a deleted webhook. */
const isGoneForDiscord: IsUnwanted = ({ status }) => status === 404 || status === 410;

import type { KeyRing } from '../../../../platform/secrets/key-ring.ts';
import type { Outcome, Sender } from '../../ledger/sender.ts';
import { webhookBody } from './webhook-body.ts';
import type { WebhookClient } from './webhook-client.ts';
import { outcomeOf, outcomeOfFailure } from './webhook-outcome.ts';
import { openSecrets, signedHeaders, validSecrets } from './webhook-secrets.ts';
import { webhookSettings } from './webhook-settings.ts';
import { readWebhookUrl } from './webhook-url.ts';

export interface WebhookSenderParts {
  readonly client: WebhookClient;
  readonly keyRing: KeyRing;
  /** The origin of the inbox. */
  inboxUrl(): Promise<string>;
  /** The version of the service, for `user-agent`. */
  readonly version: string;
}

/** Sends Standard Webhooks, or messages in the format of Discord. Receivers recognize a retry by its id. */
export function createWebhookSender({ client, keyRing, inboxUrl, version }: WebhookSenderParts): Sender {
  return {
    kind: 'webhook',
    afterLoss: 'repeat',
    async compose(dispatch) {
      const url = await inboxUrl();
      return webhookBody(dispatch, webhookSettings.parse(dispatch.channel.settings), (id) => `${url}/requests/${id}`);
    },
    async send({ id, channel }, body, signal) {
      const settings = webhookSettings.parse(channel.settings);
      const secrets = await openSecrets(keyRing, channel);
      if (secrets === null) return lostSecret;
      const read = readWebhookUrl(secrets.url);
      if ('fault' in read) return outcomeOfFailure(new Error(`The URL ${read.fault}`));
      const headers = {
        'content-type': 'application/json',
        'user-agent': `commission-submission-service/${version}`,
        ...(settings.format === 'standard' && signedHeaders(id, new Date(), body, validSecrets(secrets))),
      };
      try {
        const { verifiesTls, format } = settings;
        return outcomeOf(await client.post({ url: read.url, headers, body, verifiesTls }, signal), format);
      } catch (error) {
        return outcomeOfFailure(error);
      }
    },
  };
}

const lostSecret: Outcome = {
  result: 'retry',
  cause: 'secret-lost',
  detail: 'The secret of the channel cannot be read with the SECRETS_KEY of this process: rotate the secret',
  status: null,
  response: null,
};

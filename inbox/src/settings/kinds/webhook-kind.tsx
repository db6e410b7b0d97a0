import { Webhook } from 'lucide';
import type { Translator } from '../../language/translator-context.ts';
import { newSecrets, type WebhookChannel } from '../../model/channels-api.ts';
import type { AddProps, EditProps, InboxKind } from './inbox-kind.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

export const webhookKind: InboxKind<WebhookChannel> = {
  additions: [
    { audience: 'programs', icon: Webhook, label: 'channelAdd_webhook', hint: 'channelFor_webhook', Form: AddWebhook },
  ],
  target,
  Edit: EditWebhook,
  Secret: WebhookSecret,
};

function target({ format, address }: WebhookChannel['settings'], { text }: Translator): string {
  return format === 'discord' ? `Discord · ${address}` : `${text('webhook')} · ${address}`;
}

/** The page of the channel shows the secret once. */
function AddWebhook({ api, onAdded }: AddProps) {
  return (
    <WebhookForm
      channel={null}
      onSave={async (webhook) => {
        const { channel, secret } = await api.add({ kind: 'webhook', ...webhook });
        if (secret !== null) newSecrets.set(channel.id, secret);
        onAdded(channel.id);
      }}
    />
  );
}

function EditWebhook({ channel, api, onSaving, onSaved }: EditProps<WebhookChannel>) {
  return (
    <WebhookForm
      channel={channel}
      onSave={async ({ format: _, url, ...change }) => {
        onSaving();
        await api.change(channel.id, url === '' ? change : { ...change, url });
        onSaved();
      }}
    />
  );
}

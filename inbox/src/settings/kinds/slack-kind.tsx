import { MessagesSquare } from 'lucide';
import { useTranslator } from '../../language/translator-context.ts';
import type { SlackChannel } from '../../model/channels-api.ts';
import type { AddProps, EditProps, InboxKind } from './inbox-kind.ts';
import { NoticeForm } from './notice-form.tsx';

export const slackKind: InboxKind<SlackChannel> = {
  additions: [
    { audience: 'studio', icon: MessagesSquare, label: 'channelAdd_slack', hint: 'channelFor_slack', Form: AddRoom },
  ],
  target: ({ address }, { text }) => `${text('chat')} · ${address}`,
  Edit: EditRoom,
};

const urlOf = (data: FormData) => String(data.get('url')).trim();

function AddRoom({ api, onAdded }: AddProps) {
  return (
    <NoticeForm
      channel={null}
      onSave={async (notice, data) =>
        onAdded((await api.add({ kind: 'slack', ...notice, url: urlOf(data) })).channel.id)
      }
    >
      <UrlInput address={null} />
    </NoticeForm>
  );
}

function EditRoom({ channel, api, onSaving, onSaved }: EditProps<SlackChannel>) {
  return (
    <NoticeForm
      channel={channel}
      onSave={async (notice, data) => {
        onSaving();
        const url = urlOf(data);
        await api.change(channel.id, { ...notice, ...(url !== '' && { url }) });
        onSaved();
      }}
    >
      <UrlInput address={channel.settings.address} />
    </NoticeForm>
  );
}

/** @param address Null for a new channel. */
function UrlInput({ address }: { readonly address: string | null }) {
  const { text } = useTranslator();
  return (
    <>
      <label>
        {text(address === null ? 'webhookUrl' : 'webhookUrlNew')}
        <input
          name="url"
          type="url"
          autocomplete="off"
          required={address === null}
          placeholder={address ?? 'https://'}
          aria-describedby="chat-url-hint"
        />
      </label>
      <p class="hint" id="chat-url-hint">
        {address === null ? text('chatUrlHint') : text('webhookUrlKept')}
      </p>
    </>
  );
}

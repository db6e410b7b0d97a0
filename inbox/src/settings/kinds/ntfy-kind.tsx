import { Smartphone } from 'lucide';
import { useTranslator } from '../../language/translator-context.ts';
import type { NtfyChannel } from '../../model/channels-api.ts';
import type { AddProps, EditProps, InboxKind } from './inbox-kind.ts';
import { NoticeForm } from './notice-form.tsx';

export const ntfyKind: InboxKind<NtfyChannel> = {
  additions: [
    { audience: 'studio', icon: Smartphone, label: 'channelAdd_ntfy', hint: 'channelFor_ntfy', Form: AddPhone },
  ],
  target: ({ server }) => `ntfy · ${server}`,
  Edit: EditPhone,
};

/** Returns the typed values. An empty field is left out. */
function typed(data: FormData): Readonly<Record<string, string>> {
  const values = ['server', 'topic', 'token'].map((name) => [name, String(data.get(name)).trim()] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

function AddPhone({ api, onAdded }: AddProps) {
  return (
    <NoticeForm
      channel={null}
      onSave={async (notice, data) => onAdded((await api.add({ kind: 'ntfy', ...notice, ...typed(data) })).channel.id)}
    >
      <Inputs server={null} />
    </NoticeForm>
  );
}

function EditPhone({ channel, api, onSaving, onSaved }: EditProps<NtfyChannel>) {
  return (
    <NoticeForm
      channel={channel}
      onSave={async (notice, data) => {
        onSaving();
        await api.change(channel.id, { ...notice, ...typed(data) });
        onSaved();
      }}
    >
      <Inputs server={channel.settings.server} />
    </NoticeForm>
  );
}

/** @param server Null for a new channel. */
function Inputs({ server }: { readonly server: string | null }) {
  const { text } = useTranslator();
  return (
    <>
      <label>
        {text('ntfyServer')}
        <input
          name="server"
          type="url"
          autocomplete="off"
          defaultValue={server ?? ''}
          placeholder="ntfy.sh"
          aria-describedby={server === null ? 'server-hint' : undefined}
        />
      </label>
      {server === null && (
        <p class="hint" id="server-hint">
          {text('ntfyServerHint')}
        </p>
      )}
      <label>
        {text('ntfyTopic')}
        <input
          name="topic"
          autocomplete="off"
          spellcheck={false}
          required={server === null}
          maxLength={64}
          pattern="[\-_A-Za-z0-9]+"
          aria-describedby="topic-hint"
        />
      </label>
      <p class="hint" id="topic-hint">
        {server === null ? text('ntfyTopicHint') : text('ntfyKept')}
      </p>
      <label>
        {text('ntfyToken')}
        <input name="token" type="password" autocomplete="off" maxLength={200} aria-describedby="token-hint" />
      </label>
      <p class="hint" id="token-hint">
        {text('ntfyTokenHint')}
      </p>
    </>
  );
}

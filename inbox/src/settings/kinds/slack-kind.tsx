import type { Language } from '../../language/reader-language.ts';
import { useTranslator } from '../../language/translator-context.ts';
import type { SlackChannel } from '../../model/channels-api.ts';
import type { AddProps, EditProps, InboxKind } from './inbox-kind.ts';
import { NoticeForm } from './notice-form.tsx';

interface Texts {
  readonly add: string;
  readonly chat: string;
  readonly hint: string;
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    add: 'Add a chat room',
    chat: 'Chat',
    hint: 'The incoming webhook of a room in Slack, Mattermost or Rocket.Chat. For Discord, add /slack to the end of its webhook.',
  },
  de: {
    add: 'Chatraum hinzufügen',
    chat: 'Chat',
    hint: 'Der eingehende Webhook eines Raums in Slack, Mattermost oder Rocket.Chat. Hängen Sie bei Discord /slack an seinen Webhook an.',
  },
  es: {
    add: 'Añadir una sala de chat',
    chat: 'Chat',
    hint: 'El webhook entrante de una sala de Slack, Mattermost o Rocket.Chat. Para Discord, añada /slack al final de su webhook.',
  },
  ja: {
    add: 'チャットを追加',
    chat: 'チャット',
    hint: 'Slack、Mattermost、Rocket.Chat の Incoming Webhook の URL です。Discord では Webhook の URL の末尾に /slack を付けてください。',
  },
};

export const slackKind: InboxKind<SlackChannel> = {
  additions: [{ label: ({ language }) => texts[language].add, Form: AddRoom }],
  target: ({ address }, { language }) => `${texts[language].chat} · ${address}`,
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
  const { text, language } = useTranslator();
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
        {address === null ? texts[language].hint : text('webhookUrlKept')}
      </p>
    </>
  );
}

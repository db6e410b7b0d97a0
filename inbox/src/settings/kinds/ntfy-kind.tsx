import type { Language } from '../../language/reader-language.ts';
import { useTranslator } from '../../language/translator-context.ts';
import type { NtfyChannel } from '../../model/channels-api.ts';
import type { AddProps, EditProps, InboxKind } from './inbox-kind.ts';
import { NoticeForm } from './notice-form.tsx';

interface Texts {
  readonly add: string;
  readonly server: string;
  readonly serverHint: string;
  readonly topic: string;
  readonly topicHint: string;
  readonly token: string;
  readonly tokenHint: string;
  readonly kept: string;
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    add: 'Add notices on phones (ntfy)',
    server: 'Server (optional)',
    serverHint: 'The address of your own server. Leave it empty to use ntfy.sh.',
    topic: 'Topic',
    topicHint: 'Choose a name that nobody guesses: on a server without accounts, whoever knows it reads the notices.',
    token: 'Access token (optional)',
    tokenHint: 'For a server with accounts. Topic and token are stored encrypted.',
    kept: 'Leave topic and token empty to keep the current ones.',
  },
  de: {
    add: 'Mitteilungen aufs Handy hinzufügen (ntfy)',
    server: 'Server (freiwillig)',
    serverHint: 'Die Adresse Ihres eigenen Servers. Lassen Sie sie für ntfy.sh leer.',
    topic: 'Thema',
    topicHint: 'Wählen Sie einen Namen, den niemand errät: Auf einem Server ohne Konten liest mit, wer ihn kennt.',
    token: 'Zugriffstoken (freiwillig)',
    tokenHint: 'Für einen Server mit Konten. Thema und Token werden verschlüsselt aufbewahrt.',
    kept: 'Lassen Sie Thema und Token leer, um die jetzigen zu behalten.',
  },
  es: {
    add: 'Añadir avisos en el móvil (ntfy)',
    server: 'Servidor (opcional)',
    serverHint: 'La dirección de su propio servidor. Déjela vacía para usar ntfy.sh.',
    topic: 'Tema',
    topicHint: 'Elija un nombre que nadie adivine: en un servidor sin cuentas, quien lo conozca lee los avisos.',
    token: 'Token de acceso (opcional)',
    tokenHint: 'Para un servidor con cuentas. El tema y el token se guardan cifrados.',
    kept: 'Deje vacíos el tema y el token para conservar los actuales.',
  },
  ja: {
    add: 'スマートフォンへの通知を追加（ntfy）',
    server: 'サーバー（任意）',
    serverHint: '自分のサーバーのアドレスです。空のままなら ntfy.sh を使います。',
    topic: 'トピック',
    topicHint: '推測されない名前にしてください。アカウントのないサーバーでは、名前を知る人は誰でも通知を読めます。',
    token: 'アクセストークン（任意）',
    tokenHint: 'アカウントのあるサーバー用です。トピックとトークンは暗号化して保存します。',
    kept: 'トピックとトークンは、空のままなら今のままです。',
  },
};

export const ntfyKind: InboxKind<NtfyChannel> = {
  additions: [{ label: ({ language }) => texts[language].add, Form: AddPhone }],
  target: ({ server }) => `ntfy · ${server}`,
  Edit: EditPhone,
};

/** Returns what was typed. An empty field is left out. */
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
  const { language } = useTranslator();
  const words = texts[language];
  return (
    <>
      <label>
        {words.server}
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
          {words.serverHint}
        </p>
      )}
      <label>
        {words.topic}
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
        {server === null ? words.topicHint : words.kept}
      </p>
      <label>
        {words.token}
        <input name="token" type="password" autocomplete="off" maxLength={200} aria-describedby="token-hint" />
      </label>
      <p class="hint" id="token-hint">
        {words.tokenHint}
      </p>
    </>
  );
}

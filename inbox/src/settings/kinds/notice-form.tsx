import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { LanguageOptions } from '../../../../page-kit/language/language-options.tsx';
import type { EventType } from '../../../../src/deliveries/ledger/delivery.ts';
import type { NoticeSettings } from '../../../../src/deliveries/notices/notice-settings.ts';
import { type Language, languageNames } from '../../../../src/platform/language/languages.ts';
import { useTranslator } from '../../language/translator-context.ts';
import { CheckboxGroup } from '../../parts/checkbox-group.tsx';
import { FormFault, ShownFault } from '../../parts/form-fault.tsx';
import { useTask } from '../../parts/use-task.ts';

/** The fields of every channel with notices. A new channel without a name gets one from the service. */
interface NoticeChannel extends NoticeSettings {
  readonly name?: string;
  readonly types: readonly EventType[];
}

interface NoticeFormProps {
  /** Null for a new channel. */
  readonly channel: {
    readonly name: string;
    readonly types: readonly EventType[];
    readonly settings: NoticeSettings;
  } | null;
  /** The inputs of the kind. */
  readonly children: ComponentChildren;
  onSave(channel: NoticeChannel, data: FormData): Promise<void>;
}

const types = ['request.created', 'request.status_changed'] as const satisfies readonly EventType[];
const fields = ['customerName', 'message'] as const satisfies NoticeSettings['fields'];

/** The form for notices in a chat or on a phone. */
export function NoticeForm({ channel, children, onSave }: NoticeFormProps) {
  const { text, language } = useTranslator();
  const task = useTask();
  const [noTypes, setNoTypes] = useState(false);

  async function save(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    const wanted = types.filter((type) => data.getAll('type').includes(type));
    setNoTypes(wanted.length === 0);
    if (wanted.length === 0) return;
    const name = String(data.get('name')).trim();
    const notice = {
      ...(name !== '' && { name }),
      types: wanted,
      language: data.get('language') as Language,
      fields: fields.filter((field) => data.getAll('field').includes(field)),
    };
    await task.run(() => onSave(notice, data));
  }

  return (
    <form
      class="channel-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      {children}
      <label>
        {text(channel === null ? 'channelNameNew' : 'channelName')}
        <input
          name="name"
          autocomplete="off"
          maxLength={200}
          required={channel !== null}
          defaultValue={channel?.name ?? ''}
        />
      </label>
      <label>
        {text('mailLanguage')}
        <select name="language">
          <LanguageOptions names={languageNames} chosen={channel?.settings.language ?? language} />
        </select>
      </label>
      <CheckboxGroup
        legend={text('channelTypes')}
        name="type"
        options={types.map((value) => ({ value, label: text(`delivery_${value}`) }))}
        checked={channel?.types ?? ['request.created']}
      />
      {noTypes && <ShownFault>{text('channelTypesNone')}</ShownFault>}
      <CheckboxGroup
        legend={text('webhookFields')}
        name="field"
        options={fields.map((value) => ({ value, label: text(`webhookField_${value}`) }))}
        checked={channel?.settings.fields ?? []}
      />
      <p class="hint">{text('webhookFieldsHint')}</p>
      <FormFault task={task} />
      <p class="actions">
        <button type="submit" class="primary" aria-disabled={task.isBusy}>
          {text(channel === null ? 'channelCreate' : 'save')}
        </button>
      </p>
    </form>
  );
}

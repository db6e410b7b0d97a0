import { useState } from 'preact/hooks';
import { eventTypes } from '../../../../src/deliveries/ledger/delivery.ts';
import { useTranslator } from '../../language/translator-context.ts';
import type { NewWebhook, WebhookChannel } from '../../model/channels-api.ts';
import { webhookFields, webhookFormats } from '../../model/webhook-choices.ts';
import { CheckboxGroup } from '../../parts/checkbox-group.tsx';
import { FormFault, ShownFault } from '../../parts/form-fault.tsx';
import { useTask } from '../../parts/use-task.ts';

interface WebhookFormProps {
  /** Null for a new channel. */
  readonly channel: WebhookChannel | null;
  /** An empty `url` keeps the stored URL. */
  onSave(webhook: NewWebhook): Promise<void>;
}

/** The form for a webhook's URL, events and fields. */
export function WebhookForm({ channel, onSave }: WebhookFormProps) {
  const { text } = useTranslator();
  const task = useTask();
  const settings = channel?.settings;
  const [format, setFormat] = useState(settings?.format ?? 'standard');
  const [noTypes, setNoTypes] = useState(false);

  async function save(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    const types = data.getAll('type') as NewWebhook['types'];
    setNoTypes(types.length === 0);
    if (types.length === 0) return;
    const url = String(data.get('url')).trim();
    await task.run(() =>
      onSave({
        name: String(data.get('name')).trim() || nameOf(url),
        url,
        format,
        types,
        fields: data.getAll('field') as NewWebhook['fields'],
        verifiesTls: data.get('anyTls') === null,
      }),
    );
  }

  return (
    <form
      class="channel-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      {channel === null && (
        <label>
          {text('webhookFormat')}
          <select
            name="format"
            value={format}
            onChange={({ currentTarget }) => setFormat(currentTarget.value as NewWebhook['format'])}
          >
            {webhookFormats.map((one) => (
              <option key={one} value={one}>
                {text(`webhookFormat_${one}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        {text(channel === null ? 'webhookUrl' : 'webhookUrlNew')}
        <input
          name="url"
          type="url"
          autocomplete="off"
          required={channel === null}
          placeholder={settings?.address ?? 'https://'}
          aria-describedby="webhook-url-hint"
        />
      </label>
      <p class="hint" id="webhook-url-hint">
        {text(channel === null ? 'webhookUrlHint' : 'webhookUrlKept')}
      </p>
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
      <CheckboxGroup
        legend={text('channelTypes')}
        name="type"
        options={eventTypes.map((value) => ({ value, label: text(`delivery_${value}`) }))}
        checked={channel?.types ?? eventTypes}
      />
      {noTypes && <ShownFault>{text('channelTypesNone')}</ShownFault>}
      {format === 'standard' && (
        <>
          <CheckboxGroup
            legend={text('webhookFields')}
            name="field"
            options={webhookFields.map((value) => ({ value, label: text(`webhookField_${value}`) }))}
            checked={settings?.fields ?? []}
          />
          <p class="hint">{text('webhookFieldsHint')}</p>
        </>
      )}
      {format === 'discord' && <p class="hint">{text('webhookDiscordHint')}</p>}
      <details>
        <summary>{text('webhookMore')}</summary>
        <label class="check">
          <input type="checkbox" name="anyTls" defaultChecked={settings?.verifiesTls === false} />
          {text('webhookAnyTls')}
        </label>
        <p class="hint">{text('webhookAnyTlsHint')}</p>
      </details>
      <FormFault task={task} />
      <p class="actions">
        <button type="submit" class="primary" aria-disabled={task.isBusy}>
          {text(channel === null ? 'channelCreate' : 'save')}
        </button>
      </p>
    </form>
  );
}

/** Returns the default name of a channel. */
function nameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

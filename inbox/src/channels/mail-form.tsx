import { useState } from 'preact/hooks';
import { LanguageOptions } from '../../../page-kit/language/language-options.tsx';
import type { EventType } from '../../../src/deliveries/delivery.ts';
import type { MailSettings } from '../../../src/deliveries/mail/mail-settings.ts';
import { type Language, languageNames } from '../../../src/language/languages.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useTask } from '../settings/use-task.ts';
import type { MailChannel, NewMailChannel } from './channels-api.ts';
import { CheckboxGroup } from './checkbox-group.tsx';

export interface MailFormProps {
  /** Null for a new channel. */
  readonly channel: MailChannel | null;
  readonly initial: MailSettings;
  onSave(channel: NewMailChannel): Promise<void>;
}

const mailTypes = ['request.created', 'request.status_changed'] as const satisfies readonly EventType[];

/** The form for a mail channel's recipients, events and language. */
export function MailForm({ channel, initial, onSave }: MailFormProps) {
  const { text } = useTranslator();
  const task = useTask();
  const [noTypes, setNoTypes] = useState(false);
  const isCustomers = initial.audience === 'customers';
  const isNewOperators = !isCustomers && channel === null;

  async function save(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    const types = data.getAll('type') as NewMailChannel['types'];
    setNoTypes(types.length === 0);
    if (types.length === 0) return;
    const mail = settingsOf(initial, data);
    const name = String(data.get('name')).trim();
    const usual = mail.audience === 'customers' ? text('mailCustomers') : (mail.to[0]?.address ?? '');
    await task.run(() => onSave({ name: name === '' ? usual : name, types, mail }));
  }

  return (
    <form
      class="channel-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      {initial.audience === 'operators' && <Recipients initial={initial} />}
      {isCustomers && <p class="hint">{text('mailCustomersHint')}</p>}
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
          <LanguageOptions names={languageNames} chosen={initial.language} />
        </select>
      </label>
      <CheckboxGroup
        legend={text('channelTypes')}
        name="type"
        options={mailTypes.map((value) => ({
          value,
          label: text(`${isCustomers ? 'customer' : 'delivery'}_${value}`),
        }))}
        checked={channel?.types.filter(isMailType) ?? (isNewOperators ? ['request.created'] : mailTypes)}
      />
      {noTypes && (
        <p class="fault" role="alert">
          {text('channelTypesNone')}
        </p>
      )}
      {initial.audience === 'customers' && (
        <label class="check">
          <input type="checkbox" name="messages" defaultChecked={initial.messages} />
          {text('mailMessages')}
        </label>
      )}
      {initial.audience === 'operators' && <Pace initial={initial} />}
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
      <p class="actions">
        <button type="submit" class="primary" aria-disabled={task.isBusy}>
          {text(channel === null ? 'channelCreate' : 'save')}
        </button>
      </p>
    </form>
  );
}

type OperatorMail = Extract<MailSettings, { readonly audience: 'operators' }>;

function Recipients({ initial }: { readonly initial: OperatorMail }) {
  const { text } = useTranslator();
  return (
    <>
      <label>
        {text('mailRecipients')}
        <textarea
          name="to"
          rows={2}
          required
          autocomplete="off"
          spellcheck={false}
          aria-describedby="recipients-hint"
          defaultValue={initial.to.map(({ address }) => address).join('\n')}
        />
      </label>
      <p class="hint" id="recipients-hint">
        {text('mailRecipientsHint')}
      </p>
    </>
  );
}

function Pace({ initial }: { readonly initial: OperatorMail }) {
  const { text } = useTranslator();
  const [pace, setPace] = useState(initial.pace);
  return (
    <fieldset>
      <legend>{text('mailPace')}</legend>
      {(['each', 'daily'] as const).map((one) => (
        <label key={one} class="check">
          <input
            type="radio"
            name="pace"
            value={one}
            defaultChecked={initial.pace === one}
            onChange={() => setPace(one)}
          />
          {text(`mailPace_${one}`)}
        </label>
      ))}
      {pace === 'daily' && (
        <>
          <label>
            {text('mailHour')}
            <input name="hour" type="number" min={0} max={23} required defaultValue={initial.hour} />
          </label>
          <label>
            {text('mailTimeZone')}
            <input name="timeZone" list="time-zones" required autocomplete="off" defaultValue={initial.timeZone} />
          </label>
          <datalist id="time-zones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </fieldset>
  );
}

function settingsOf(initial: MailSettings, data: FormData): MailSettings {
  const language = data.get('language') as Language;
  if (initial.audience === 'customers')
    return { audience: 'customers', language, messages: data.get('messages') !== null };
  return {
    audience: 'operators',
    language,
    to: recipientsOf(String(data.get('to')), initial),
    pace: data.get('pace') === 'daily' ? 'daily' : 'each',
    hour: Number(data.get('hour') ?? initial.hour),
    timeZone: String(data.get('timeZone') ?? initial.timeZone),
  };
}

/** Parses addresses separated by line breaks, commas or semicolons. Known recipients keep their names. */
function recipientsOf(typed: string, initial: OperatorMail): OperatorMail['to'] {
  const addresses = typed.split(/[\n,;]/).map((one) => one.trim());
  return [...new Set(addresses.filter((one) => one !== ''))].map(
    (address) => initial.to.find((known) => known.address === address) ?? { name: '', address },
  );
}

function isMailType(type: EventType): type is (typeof mailTypes)[number] {
  return type !== 'request.erased';
}

import { useState } from 'preact/hooks';
import { LanguageOptions } from '../../../../page-kit/language/language-options.tsx';
import type { MailSettings } from '../../../../src/deliveries/kinds/mail/mail-settings.ts';
import type { EventType } from '../../../../src/deliveries/ledger/delivery.ts';
import { type Language, languageNames } from '../../../../src/platform/language/languages.ts';
import { useTranslator } from '../../language/translator-context.ts';
import type { MailChannel, NewMailChannel, OperatorMail } from '../../model/channels-api.ts';
import { CheckboxGroup } from '../../parts/checkbox-group.tsx';
import { FormFault, ShownFault } from '../../parts/form-fault.tsx';
import { useTask } from '../../parts/use-task.ts';

interface MailFormProps {
  /** Null for a new channel. */
  readonly channel: MailChannel | null;
  readonly initial: MailSettings;
  onSave(channel: NewMailChannel): Promise<void>;
}

const mailTypes = ['request.created', 'request.status_changed'] as const satisfies readonly EventType[];

/** The types of mails to customers. Messages are a setting of the channel and no type, because operators write them. */
const customerMails = [...mailTypes, 'messages'] as const;

/** The form for a mail channel's recipients, events and language. */
export function MailForm({ channel, initial, onSave }: MailFormProps) {
  const { text } = useTranslator();
  const task = useTask();
  const [sendsNothing, setSendsNothing] = useState(false);
  const isCustomers = initial.audience === 'customers';

  async function save(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    const ticked = data.getAll('type');
    setSendsNothing(ticked.length === 0);
    if (ticked.length === 0) return;
    const types = mailTypes.filter((type) => ticked.includes(type));
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
      {initial.audience === 'operators' ? (
        <OperatorTypes checked={channel?.types ?? ['request.created']} />
      ) : (
        <CustomerMails types={channel?.types ?? mailTypes} messages={initial.messages} />
      )}
      {sendsNothing && <ShownFault>{text(isCustomers ? 'customerTypesNone' : 'channelTypesNone')}</ShownFault>}
      {initial.audience === 'operators' && <Pace initial={initial} />}
      <FormFault task={task} />
      <p class="actions">
        <button type="submit" class="primary" aria-disabled={task.isBusy}>
          {text(channel === null ? 'channelCreate' : 'save')}
        </button>
      </p>
    </form>
  );
}

function OperatorTypes({ checked }: { readonly checked: readonly EventType[] }) {
  const { text } = useTranslator();
  const options = mailTypes.map((value) => ({ value, label: text(`delivery_${value}`) }));
  return <CheckboxGroup legend={text('channelTypes')} name="type" options={options} checked={checked} />;
}

interface CustomerMailsProps {
  readonly types: readonly EventType[];
  readonly messages: boolean;
}

function CustomerMails({ types, messages }: CustomerMailsProps) {
  const { text } = useTranslator();
  const options = customerMails.map((value) => ({ value, label: text(`customer_${value}`) }));
  const checked = messages ? [...types, 'messages' as const] : types;
  return <CheckboxGroup legend={text('customerTypes')} name="type" options={options} checked={checked} />;
}

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
    return { audience: 'customers', language, messages: data.getAll('type').includes('messages') };
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

import { Mail, MailCheck } from 'lucide';
import { defaultHour } from '../../../../src/deliveries/kinds/mail/mail-choices.ts';
import type { MailSettings } from '../../../../src/deliveries/kinds/mail/mail-settings.ts';
import { useCell } from '../../cells/cell.ts';
import type { Language } from '../../language/reader-language.ts';
import { type Translator, useTranslator } from '../../language/translator-context.ts';
import type { MailChannel, OperatorMail } from '../../model/channels-api.ts';
import { useInbox } from '../../model/inbox-context.ts';
import type { AddProps, EditProps, InboxKind } from './inbox-kind.ts';
import { MailForm } from './mail-form.tsx';

const additions: InboxKind<MailChannel>['additions'] = [
  {
    audience: 'studio',
    icon: Mail,
    label: 'channelAdd_operators',
    hint: 'channelFor_operators',
    Form: (props: AddProps) => <AddMail audience="operators" {...props} />,
  },
  {
    audience: 'customers',
    icon: MailCheck,
    label: 'channelAdd_customers',
    hint: 'channelFor_customers',
    Form: (props: AddProps) => <AddMail audience="customers" {...props} />,
  },
];

export const mailKind: InboxKind<MailChannel> = {
  additions,
  target,
  Edit: EditMail,
};

function target(settings: MailSettings, translator: Translator): string {
  const { text, list } = translator;
  if (settings.audience === 'customers') return text('mailToCustomers');
  const people = list(settings.to.map(({ address }) => address));
  return `${text('mailToPeople', { people })} · ${paceText(settings, translator)}`;
}

function paceText({ pace, hour, timeZone: zone }: OperatorMail, { text }: Translator): string {
  return pace === 'each' ? text('mailPace_each') : text('mailDailyAt', { hour: `${hour}:00`, zone });
}

function AddMail({ audience, api, onAdded }: AddProps & { readonly audience: MailSettings['audience'] }) {
  const { language } = useTranslator();
  const own = useCell(useInbox().sessions.session)?.operator;
  return (
    <MailForm
      channel={null}
      initial={newMailFor(audience, language, own ? [{ name: own.name, address: own.email }] : [])}
      onSave={async (channel) => onAdded((await api.add({ kind: 'mail', ...channel })).channel.id)}
    />
  );
}

function EditMail({ channel, api, onSaving, onSaved }: EditProps<MailChannel>) {
  return (
    <MailForm
      channel={channel}
      initial={channel.settings}
      onSave={async (change) => {
        onSaving();
        await api.change(channel.id, { ...change });
        onSaved();
      }}
    />
  );
}

/** Returns the initial settings of a mail channel, with the owner's address, language and time zone. */
function newMailFor(audience: MailSettings['audience'], language: Language, to: OperatorMail['to']): MailSettings {
  if (audience === 'customers') return { audience, language, messages: true };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { audience, language, to, pace: 'each', hour: defaultHour, timeZone };
}

import './mails/mails.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Language, languageNames } from '../../../src/platform/language/languages.ts';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { LoadedPart, useLoaded } from '../parts/loaded-part.tsx';
import { ConflictChoice } from '../studio/conflict-choice.tsx';
import { type FormModel, loadForm } from '../studio/draft/form-model.ts';
import { createKeptDrafts } from '../studio/draft/kept-drafts.ts';
import { EditorBar } from '../studio/editor-bar.tsx';
import { FormProvider } from '../studio/fields/form-context.ts';
import '../studio/form.css';
import { customerMails, type ListedMail } from './mails/mail-kinds.ts';
import { MailList } from './mails/mail-list.tsx';
import { OpenMail } from './mails/open-mail.tsx';

/** Every mail in every language: the words of those to customers, and all as their reader sees them. */
export function MailsSection() {
  const { text } = useTranslator();
  const { call, sessions, mail } = useInbox();
  const status = useCell(mail);
  const person = useCell(sessions.session)?.operator.id ?? '';
  const kept = useMemo(() => createKeptDrafts(person), [person]);
  const [form, reload] = useLoaded(() => loadForm(call, kept));
  return (
    <>
      {status?.isSetUp === false && <p class="hint">{text('mailsNotSetUp')}</p>}
      {status?.hasStatusLinks === false && <p class="hint">{text('mailsNoLinks')}</p>}
      <LoadedPart state={form} reload={reload}>
        {(model) => <MailsEditor model={model} />}
      </LoadedPart>
    </>
  );
}

function MailsEditor({ model }: { readonly model: FormModel }) {
  const { language: own } = useTranslator();
  const state = useCell(model.state);
  const { document, studio } = state;
  const [mail, setMail] = useState<ListedMail>(customerMails[0] as ListedMail);
  const [language, setLanguage] = useState<Language>(own);
  useEffect(() => () => model.close(), [model]);
  const isLocked = studio.locked.includes('mails');
  const mails = isLocked ? studio.document.mails : document.mails;
  const shown = { ...document, mails };

  /** Opens the mail with the fault. */
  function open(path: readonly (string | number)[]): void {
    const found = customerMails.find(({ kind }) => kind === path[1]);
    if (path[0] !== 'mails' || found === undefined) return;
    setMail(found);
    if (Object.hasOwn(languageNames, String(path[3]))) setLanguage(path[3] as Language);
  }

  return (
    <FormProvider
      value={{ model, state, shown, language, languages: [language], added: null, setAdded: () => {}, wanted: null }}
    >
      <div class="mails-editor">
        <EditorBar onFault={open} />
        <MailList mails={mails} language={language} chosen={mail} onChoose={setMail} />
        <OpenMail
          key={mail.kind ?? mail.template}
          mail={mail}
          language={language}
          onLanguage={setLanguage}
          isLocked={isLocked}
        />
      </div>
      <ConflictChoice />
    </FormProvider>
  );
}

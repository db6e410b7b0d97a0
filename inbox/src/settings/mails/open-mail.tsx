import { Lock } from 'lucide';
import { Icon } from '../../../../page-kit/icon.tsx';
import { LanguageOptions } from '../../../../page-kit/language/language-options.tsx';
import { type Language, languageNames } from '../../../../src/platform/language/languages.ts';
import { apiPath } from '../../api/send.ts';
import { useFormWords, useTranslator } from '../../language/translator-context.ts';
import { LoadedPart } from '../../parts/loaded-part.tsx';
import { useForm } from '../../studio/fields/form-context.ts';
import { TextField } from '../../studio/fields/text-field.tsx';
import { Letter } from './letter.tsx';
import { type ListedMail, previewPath } from './mail-kinds.ts';
import { mailName } from './mail-list.tsx';
import { MailWords } from './mail-words.tsx';
import { useMailPreview } from './use-mail-preview.ts';

interface OpenMailProps {
  readonly mail: ListedMail;
  readonly language: Language;
  onLanguage(language: Language): void;
  /** Whether the studio's file sets the words. */
  readonly isLocked: boolean;
}

/** The words of a mail, and the mail beside them. */
export function OpenMail({ mail, language, onLanguage, isLocked }: OpenMailProps) {
  const { text } = useTranslator();
  const { text: formText } = useFormWords();
  const { version } = useForm().state.draft;
  const [state, reload] = useMailPreview(previewPath(mail, language), version);
  const shown = state.name === 'loaded' && typeof state.value !== 'string' ? state.value : null;
  const isReplaced = shown?.isReplaced === true;
  const lock = isReplaced ? text('mailReplaced') : isLocked && mail.kind !== null ? formText('lockedByFile') : null;
  return (
    <>
      <div class="mail-fields">
        <h2>{mailName(mail, { text })}</h2>
        <label>
          {text('mailLanguage')}
          <select value={language} onChange={({ currentTarget }) => onLanguage(currentTarget.value as Language)}>
            <LanguageOptions names={languageNames} chosen={language} />
          </select>
        </label>
        {lock !== null && (
          <p class="form-locked">
            <Icon of={Lock} /> {lock}
          </p>
        )}
        {mail.kind === null && lock === null && <p class="hint">{text('mailToTeamHint')}</p>}
        {mail.kind !== null && shown?.delivered && (
          <fieldset class="plain" disabled={lock !== null}>
            <legend class="visually-hidden">{mailName(mail, { text })}</legend>
            <MailWords key={language} kind={mail.kind} language={language} delivered={shown.delivered} />
            {mail.kind !== 'operatorMessage' && <TextField spec={signature} path={['mails', 'signature']} />}
          </fieldset>
        )}
      </div>
      <div class="mail-letter">
        <LoadedPart state={state} reload={reload}>
          {(value) =>
            typeof value === 'string' ? (
              <div class="fault" role="alert">
                <p>{text('mailFaulty')}</p>
                <p lang="en">{value}</p>
              </div>
            ) : (
              <Letter
                mail={value}
                language={language}
                htmlPath={`${apiPath}${previewPath(mail, language, '/html')}`}
                version={version}
              />
            )
          }
        </LoadedPart>
      </div>
    </>
  );
}

const signature = {
  kind: 'text',
  at: ['mails', 'signature'],
  label: 'mailSignature',
  hint: 'mailSignatureHint',
  mostCharacters: 5000,
  isLong: true,
} as const;

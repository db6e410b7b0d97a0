import { useState } from 'preact/hooks';
import { LanguageOptions } from '../../../page-kit/language/language-options.tsx';
import type { TemplateName } from '../../../src/deliveries/kinds/mail/mail-previews.ts';
import { templateNames } from '../../../src/deliveries/kinds/mail/mail-previews.ts';
import type { MailPreview } from '../../../src/deliveries/kinds/mail/mail-shapes.ts';
import { type Language, languageNames } from '../../../src/platform/language/languages.ts';
import { ApiFailure } from '../api/api-failure.ts';
import { apiPath } from '../api/send.ts';
import { useCell } from '../cells/cell.ts';
import { usePolled } from '../deliveries/use-polled.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { LoadedPart } from '../parts/loaded-part.tsx';

/** The recipients of the mails. The names of the templates begin with them. */
const readers = ['customer', 'operator'] as const;

/** Previews of every mail in every language. */
export function MailsSection() {
  const { text, language: own } = useTranslator();
  const { call, mail } = useInbox();
  const status = useCell(mail);
  const [template, setTemplate] = useState<TemplateName>('customer-created');
  const [language, setLanguage] = useState<Language>(own);
  const path = `/mail/previews/${template}`;
  const query = `?language=${language}`;
  const [state, reload] = usePolled(
    path + query,
    () => call<MailPreview>('GET', path + query).catch(faultOf),
    () => false,
  );
  return (
    <>
      {status?.isSetUp === false && <p class="hint">{text('mailsNotSetUp')}</p>}
      {status?.hasStatusLinks === false && <p class="hint">{text('mailsNoLinks')}</p>}
      <div class="range">
        <label>
          {text('mail')}
          <select value={template} onChange={({ currentTarget }) => setTemplate(currentTarget.value as TemplateName)}>
            {readers.map((reader) => (
              <optgroup key={reader} label={text(`mailsTo_${reader}`)}>
                {templateNames
                  .filter((name) => name.startsWith(`${reader}-`))
                  .map((name) => (
                    <option key={name} value={name}>
                      {text(`mail_${name}`)}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </label>
        <label>
          {text('mailLanguage')}
          <select value={language} onChange={({ currentTarget }) => setLanguage(currentTarget.value as Language)}>
            <LanguageOptions names={languageNames} chosen={language} />
          </select>
        </label>
      </div>
      <LoadedPart state={state} reload={reload}>
        {(shown) =>
          typeof shown === 'string' ? (
            <div class="fault" role="alert">
              <p>{text('mailFaulty')}</p>
              <p lang="en">{shown}</p>
            </div>
          ) : (
            <Letter key={path + query} mail={shown} language={language} htmlPath={`${apiPath}${path}/html${query}`} />
          )
        }
      </LoadedPart>
      <details class="technical">
        <summary>{text('mailsOwn')}</summary>
        <p>{text('mailsOwnHint')}</p>
      </details>
    </>
  );
}

interface LetterProps {
  readonly mail: MailPreview;
  readonly language: Language;
  readonly htmlPath: string;
}

/** The mail as its reader opens it. */
function Letter({ mail, language, htmlPath }: LetterProps) {
  const { text } = useTranslator();
  return (
    <section class="letter" aria-label={text('mail')}>
      <header>
        <h2 lang={language} dir="auto">
          {mail.subject}
        </h2>
        <dl>
          <div>
            <dt>{text('mailFrom')}</dt>
            <dd>{mail.from === null ? <span class="muted">{text('mailFromNobody')}</span> : <bdi>{mail.from}</bdi>}</dd>
          </div>
          <div>
            <dt>{text('mailTo')}</dt>
            <dd>
              <bdi>{mail.to}</bdi>
            </dd>
          </div>
        </dl>
      </header>
      {mail.isReplaced && <p class="muted">{text('mailReplaced')}</p>}
      {mail.hasHtml && (
        <iframe
          class="mail-html"
          sandbox="allow-same-origin"
          title={text('mailHtml')}
          src={htmlPath}
          onLoad={({ currentTarget }) => showWhole(currentTarget)}
        />
      )}
      <details open={!mail.hasHtml}>
        <summary>{text('mailText')}</summary>
        <pre lang={language} dir="auto">
          {mail.text}
        </pre>
      </details>
    </section>
  );
}

/** Makes the frame as high as its page. */
function showWhole(frame: HTMLIFrameElement): void {
  const { scrollHeight = 0 } = frame.contentDocument?.documentElement ?? {};
  const borders = frame.offsetHeight - frame.clientHeight;
  if (scrollHeight > 0) frame.style.blockSize = `${scrollHeight + borders}px`;
}

/** Returns the fault in a template file of the installation. Throws any other error again. */
function faultOf(error: unknown): string {
  const problem = error instanceof ApiFailure ? error.problem : null;
  if (problem?.detail !== undefined && problem.type.endsWith(':faulty-template')) return problem.detail;
  throw error;
}

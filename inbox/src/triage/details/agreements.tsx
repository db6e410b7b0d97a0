import type { InboxRequest } from '../../api/shapes.ts';
import { useFormats } from '../../language/formats.ts';
import { shownName } from '../../language/shown-name.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useFormUrl } from '../../parts/loaded-part.tsx';
import { type Agreement, labelText } from './answer-list.tsx';

/** The terms that the customer agreed to, with version and time. */
export function Agreements({ terms = [], termsState }: Pick<InboxRequest, 'terms' | 'termsState'>) {
  const { text } = useIntakeWords();
  const formUrl = useFormUrl();
  return (
    <>
      {termsState === 'not-recorded' && <p class="told-note">{text('termsNotRecorded')}</p>}
      {termsState === 'incomplete' && <p class="told-note told-doubtful">{text('termsIncomplete')}</p>}
      {terms.length > 0 && (
        <ul class="told-terms">
          {terms.map((agreement) => (
            <AgreementRow key={`${agreement.id} ${agreement.sha256}`} agreement={agreement} formUrl={formUrl} />
          ))}
        </ul>
      )}
    </>
  );
}

interface AgreementRowProps {
  readonly agreement: Agreement;
  /** The address of the customers' page, or null while it is not known. */
  readonly formUrl: string | null;
}

function AgreementRow({ agreement: { id, sha256, title, at }, formUrl }: AgreementRowProps) {
  const translator = useIntakeWords();
  const { text } = translator;
  const { time } = useFormats();
  return (
    <li class={title === null ? 'told-doubtful' : undefined}>
      <bdi class="told-term">{title === null ? shownName(id) : labelText(translator, title)}</bdi>
      <span class="muted">
        {title === null ? text('termsUnknown') : <time dateTime={at}>{text('termsAgreed', { time: time(at) })}</time>}
      </span>
      <Version sha256={sha256} href={title === null || formUrl === null ? null : versionUrl(formUrl, sha256)} />
    </li>
  );
}

function Version({ sha256, href }: { readonly sha256: string; readonly href: string | null }) {
  const { text } = useIntakeWords();
  const short = <code title={sha256}>{sha256.slice(0, 8)}</code>;
  if (href === null) return short;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text('termsVersion')} {short}
    </a>
  );
}

/** Returns the address of a version of the terms on the customers' page. */
function versionUrl(formUrl: string, sha256: string): string {
  return new URL(`terms/${encodeURIComponent(sha256)}`, formUrl.endsWith('/') ? formUrl : `${formUrl}/`).href;
}

import type { InboxRequest } from '../../api/shapes.ts';
import { useFormats } from '../../language/formats.ts';
import { shownName } from '../../language/shown-name.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useFormUrl } from '../../parts/loaded-part.tsx';
import { labelText } from './label-text.ts';

type Agreement = NonNullable<InboxRequest['terms']>[number];

/** The terms that the customer agreed to, with version and time. */
export function Agreements({ terms }: { readonly terms: readonly Agreement[] }) {
  const formUrl = useFormUrl();
  return (
    <ul class="details-terms">
      {terms.map((agreement) => (
        <AgreementRow key={`${agreement.id} ${agreement.sha256}`} agreement={agreement} formUrl={formUrl} />
      ))}
    </ul>
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
    <li class={title === null ? 'details-doubtful' : undefined} title={sha256}>
      <bdi class="details-term">{title === null ? shownName(id) : labelText(translator, title)}</bdi>
      <span class="muted">
        {title === null ? text('termsUnknown') : <time dateTime={at}>{text('termsAgreed', { time: time(at) })}</time>}
      </span>
      {title !== null && formUrl !== null && (
        <a href={versionUrl(formUrl, sha256)} target="_blank" rel="noopener noreferrer">
          {text('termsVersion')}
        </a>
      )}
    </li>
  );
}

/** Returns the address of a version of the terms on the customers' page. */
function versionUrl(formUrl: string, sha256: string): string {
  return new URL(`terms/${encodeURIComponent(sha256)}`, formUrl.endsWith('/') ? formUrl : `${formUrl}/`).href;
}

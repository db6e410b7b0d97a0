import type { CustomerDetails } from '../../events/status-links/status-links.ts';
import { moneyIn } from '../../intake/submission/money.ts';
import { textIn } from '../../platform/language/languages.ts';
import type { PageContext } from './status-document.tsx';

interface DetailEntriesProps {
  readonly details: CustomerDetails;
  readonly context: PageContext;
}

/** Entries of a `<dl>` with the number of answers, the estimate and the agreements, as far as they were sent. */
export function DetailEntries({ details: { answerCount, estimate, terms }, context }: DetailEntriesProps) {
  const { told } = context.messages;
  const { locale } = context.reader;
  return (
    <>
      {answerCount > 0 && (
        <>
          <dt>{told.answers}</dt>
          <dd>{new Intl.NumberFormat(locale).format(answerCount)}</dd>
        </>
      )}
      {estimate !== null && (
        <>
          <dt>{told.estimate}</dt>
          <dd>{moneyIn(locale, estimate.currency).exact(estimate.amount)}</dd>
        </>
      )}
      {terms.length > 0 && (
        <>
          <dt>{told.agreed}</dt>
          <dd>
            {terms.map((one) => (
              <div>
                <TermsLink of={one} context={context} />
              </div>
            ))}
          </dd>
        </>
      )}
    </>
  );
}

interface TermsLinkProps {
  readonly of: CustomerDetails['terms'][number];
  readonly context: PageContext;
}

/** The title is the catalogue's: what the form was sent with may be anything. */
function TermsLink({ of: { id, sha256 }, context: { catalogue, reader, root } }: TermsLinkProps) {
  const known = catalogue.terms?.find((one) => one.id === id);
  return (
    <a href={`${root}terms/${sha256}`}>
      <bdi>{known === undefined ? `${sha256.slice(0, 8)}…` : textIn(known.title, reader.language)}</bdi>
    </a>
  );
}

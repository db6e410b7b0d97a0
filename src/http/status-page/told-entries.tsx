import type { CustomerTold } from '../../events/status-links/status-links.ts';
import { moneyIn } from '../../intake/submission/money.ts';
import { textIn } from '../../platform/language/languages.ts';
import type { PageContext } from './status-document.tsx';

interface ToldEntriesProps {
  readonly told: CustomerTold;
  readonly context: PageContext;
}

/** Entries of a `<dl>` with what was answered, estimated and agreed to. None where nothing was told. */
export function ToldEntries({ told: { answerCount, estimate, terms }, context }: ToldEntriesProps) {
  const { details } = context.messages;
  const { locale } = context.reader;
  return (
    <>
      {answerCount > 0 && (
        <>
          <dt>{details.answers}</dt>
          <dd>{new Intl.NumberFormat(locale).format(answerCount)}</dd>
        </>
      )}
      {estimate !== null && (
        <>
          <dt>{details.estimate}</dt>
          <dd>{moneyIn(locale, estimate.currency).exact(estimate.amount)}</dd>
        </>
      )}
      {terms.length > 0 && (
        <>
          <dt>{details.agreed}</dt>
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
  readonly of: CustomerTold['terms'][number];
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

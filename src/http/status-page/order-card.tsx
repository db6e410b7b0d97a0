import type { AgreedTerms, CustomerStatus, OrderedWork } from '../../events/status-links/status-links.ts';
import { textIn } from '../../platform/language/languages.ts';
import { ZonedTime } from './page-times.tsx';
import type { PageContext } from './status-document.tsx';
import { WorkPicture } from './work-picture.tsx';

interface OrderProps {
  readonly of: CustomerStatus;
  readonly context: PageContext;
}

/** The type and size that the customer chose, in the studio's words. */
export function Work({ of: { type, option, picture }, context }: { of: OrderedWork; context: PageContext }) {
  const { root, reader } = context;
  return (
    <div class="work">
      {picture !== null && <WorkPicture sha256={picture} root={root} />}
      <p>
        <strong>
          <bdi>{textIn(type, reader.language)}</bdi>
        </strong>
        {option !== null && (
          <span>
            <bdi>{textIn(option, reader.language)}</bdi>
          </span>
        )}
      </p>
    </div>
  );
}

/** What the request came with. */
export function OrderFacts({ of: { createdAt, fileCount, terms }, context }: OrderProps) {
  const { messages, reader } = context;
  return (
    <dl class="facts">
      <dt>{messages.received}</dt>
      <dd>
        <ZonedTime of={createdAt} locale={reader.locale} />
      </dd>
      {fileCount > 0 && (
        <>
          <dt>{messages.files}</dt>
          <dd>{new Intl.NumberFormat(reader.locale).format(fileCount)}</dd>
        </>
      )}
      {terms.length > 0 && <dt>{messages.agreed}</dt>}
      {terms.map((one) => (
        <dd>
          <TermsLink of={one} context={context} />
        </dd>
      ))}
    </dl>
  );
}

function TermsLink({
  of: { sha256, title },
  context: { messages, reader, root },
}: {
  of: AgreedTerms;
  context: PageContext;
}) {
  return (
    <a href={`${root}terms/${sha256}`}>
      <bdi>{title === null ? messages.agreedVersion : textIn(title, reader.language)}</bdi>
    </a>
  );
}

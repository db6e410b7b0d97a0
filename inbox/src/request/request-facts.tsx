import { type ComponentChildren, Fragment } from 'preact';
import type { InboxRequest } from '../api/shapes.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { defaultView, maxSearchCharacters, searchOf } from '../model/list-view.ts';
import { browserName } from '../parts/browser-name.ts';
import { ExactText } from '../parts/exact-text.tsx';
import { Link } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';

/** The contact of the customer. */
export function ContactFacts({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const { language } = useFormats();
  return (
    <dl class="facts">
      <dt>{text('customerEmail')}</dt>
      <dd>
        <Address address={request.customerEmail} />
      </dd>
      {request.customerSocials !== null && (
        <>
          <dt>{text('customerSocials')}</dt>
          <dd>
            <ExactText text={request.customerSocials} />
          </dd>
        </>
      )}
      {request.language !== null && <Fact name={text('writesIn')}>{language(request.language)}</Fact>}
    </dl>
  );
}

/** The technical facts of the request's arrival. */
export function TechnicalFacts({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const { time } = useFormats();
  return (
    <dl class="facts">
      <Fact name={text('receivedAt')}>
        <time dateTime={request.createdAt}>{time(request.createdAt)}</time>
      </Fact>
      {request.ipAddress !== null && <Fact name={text('ipAddress')}>{request.ipAddress}</Fact>}
      {request.userAgent !== null && (
        <Fact name={text('userAgent')}>
          <span title={request.userAgent}>{browserName(request.userAgent)}</span>
        </Fact>
      )}
    </dl>
  );
}

/** An e-mail address with a link that searches for it. Lines may break at its signs. */
function Address({ address }: { readonly address: string }) {
  const { text } = useTranslator();
  const q = address.slice(0, maxSearchCharacters);
  return (
    <>
      <bdi>
        {address.split(/(?<=[@.])/).map((part, index) => (
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </bdi>
      <br />
      <Link to={pathOf({ name: 'list' }) + searchOf({ ...defaultView, statuses: 'all', q })}>
        {text('searchForAddress')}
      </Link>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}

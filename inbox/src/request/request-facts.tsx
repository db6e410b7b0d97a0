import { type ComponentChildren, Fragment } from 'preact';
import type { CatalogueNames, InboxRequest } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { defaultView, maxSearchCharacters, searchOf } from '../model/list-view.ts';
import { browserName } from '../parts/browser-name.ts';
import { ExactText } from '../parts/exact-text.tsx';
import { Link } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';

/** The texts of a name by language. */
type OfferedName = Readonly<Record<string, string>> & { readonly en: string };

/** The customer's choices and details. A choice that is no longer offered is shown by its id. */
export function RequestFacts({ request }: { readonly request: InboxRequest }) {
  const { text, ofCatalogue } = useTranslator();
  const { time, language } = useFormats();
  const catalogue = useCell(useInbox().catalogue);
  const { typeId, optionId, customCardId } = request;
  const type = catalogue?.types.find(({ id }) => id === typeId);
  const named = (name: unknown, id: string) => (name ? ofCatalogue(name as OfferedName) : id);
  return (
    <dl class="facts">
      {typeId !== null && <Fact name={text('type')}>{named(type?.name, typeId)}</Fact>}
      {optionId !== null && (
        <Fact name={text('option')}>{named(type?.options.find(({ id }) => id === optionId)?.name, optionId)}</Fact>
      )}
      {request.extraIds.length > 0 && (
        <>
          <dt>{text('extras')}</dt>
          <dd>
            <ul>
              {request.extraIds.map((id, index) => (
                <li key={index}>
                  <bdi>{extraName(request, catalogue, id, ofCatalogue)}</bdi>
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
      {customCardId !== null && (
        <Fact name={text('customCard')}>
          {named(catalogue?.customCards.find(({ id }) => id === customCardId)?.name, customCardId)}
        </Fact>
      )}
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

/** An address, which may break at its signs, and a link that searches for it. */
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

/** Returns an extra's name in the reader's language, or the request's own name for it when the catalogue has none. */
function extraName(
  { extras }: InboxRequest,
  catalogue: CatalogueNames | null,
  extraId: string,
  ofCatalogue: (text: OfferedName) => string,
): string {
  const offered = catalogue?.extras.find(({ id }) => id === extraId);
  return offered
    ? ofCatalogue(offered.name as unknown as OfferedName)
    : (extras.find(({ id }) => id === extraId)?.name ?? extraId);
}

import { RotateCcw } from 'lucide';
import { useId, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import type { InboxRequest } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { searchOf } from '../model/list-view.ts';
import { useLoaded } from '../parts/loaded-part.tsx';
import { useTypeName } from '../parts/type-name.ts';
import { useMinute } from '../parts/use-minute.ts';
import { Link } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';

/** Says that the customer has sent other requests, with links to them. Renders nothing for the only request. */
export function RepeatCustomer({ id }: { readonly id: string }) {
  const { text, language } = useTranslator();
  const [isOpen, setOpen] = useState(false);
  const popover = useId();
  const repeat = useCell(useInbox().repeats.of(id));
  if (repeat === null) return null;
  const { position, total } = repeat;
  const ordinal = new Intl.PluralRules(language, { type: 'ordinal' }).select(position) as
    | 'one'
    | 'two'
    | 'few'
    | 'other';
  const nth = text(`nthRequest_${ordinal}`, { position });
  return (
    <>
      <button type="button" class="repeat-customer" popovertarget={popover}>
        <Icon of={RotateCcw} />
        {position === total ? nth : text('nthRequestOf', { nth, total })}
      </button>
      <div id={popover} popover="auto" class="menu" onToggle={({ newState }) => setOpen(newState === 'open')}>
        <p class="menu-title">{text('customerSent', { count: total })}</p>
        {isOpen && <Others id={id} />}
      </div>
    </>
  );
}

const mostShown = 10;

/** The other requests from the same mailbox, the newest first. */
function Others({ id }: { readonly id: string }) {
  const { text } = useTranslator();
  const { api, requests } = useInbox();
  const [others] = useLoaded(async () => {
    const found = await api.sameCustomer(id);
    for (const other of found.items) requests.put(other);
    return found;
  });
  if (others.name === 'loading') return <p class="menu-title">{text('loading')}</p>;
  if (others.name === 'failed') return null;
  return others.value.items.slice(0, mostShown).map((other) => <Other key={other.id} request={other} />);
}

function Other({ request }: { readonly request: InboxRequest }) {
  const { id, number, status, createdAt } = request;
  const { text } = useTranslator();
  const { age } = useFormats();
  const type = useTypeName(request);
  const now = useMinute();
  const search = searchOf(useCell(useInbox().list.view));
  return (
    <Link class="menu-item" to={pathOf({ name: 'request', id }) + search}>
      <bdi>{type ?? number}</bdi>
      <span class={`status ${status.toLowerCase()}`}>{text(`status_${status}`)}</span>
      <span class="muted">{age(createdAt, now)}</span>
    </Link>
  );
}

import { useEffect, useState } from 'preact/hooks';
import type { InboxRequest, RequestsOfCustomer } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { searchOf } from '../model/list-view.ts';
import { useTypeName } from '../parts/type-name.ts';
import { useMinute } from '../parts/use-minute.ts';
import { Link } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';

const mostShown = 5;
const debounceMs = 150;

/** Shows the number of the customer's requests with links to the others. Renders nothing for a first request. */
export function SameCustomer({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const others = useOthers(request.id);
  if (others === null || others.total === 0) return null;
  const position = others.items.filter(({ createdAt }) => createdAt < request.createdAt).length + 1;
  return (
    <div class="same-customer">
      <p>
        {others.total > others.items.length
          ? text('customerSent', { count: others.total + 1 })
          : text('customerRequest', { position, total: others.total + 1 })}
      </p>
      <ul>
        {others.items.slice(0, mostShown).map((other) => (
          <Other key={other.id} request={other} />
        ))}
      </ul>
    </div>
  );
}

function Other({ request }: { readonly request: InboxRequest }) {
  const { id, number, status, createdAt } = request;
  const { text } = useTranslator();
  const { age } = useFormats();
  const type = useTypeName(request);
  const now = useMinute();
  const search = searchOf(useCell(useInbox().list.view));
  return (
    <li>
      <Link to={pathOf({ name: 'request', id }) + search}>
        <bdi>{type ?? number}</bdi>
      </Link>
      <span class={`status ${status.toLowerCase()}`}>{text(`status_${status}`)}</span>
      <span class="muted">{age(createdAt, now)}</span>
    </li>
  );
}

/** Loads the other requests from the same mailbox. A failure is not shown, because they are secondary here. */
function useOthers(id: string): RequestsOfCustomer | null {
  const { api, requests } = useInbox();
  const [others, setOthers] = useState<RequestsOfCustomer | null>(null);
  useEffect(() => {
    const abortController = new AbortController();
    async function load(): Promise<void> {
      const found = await api.sameCustomer(id, abortController.signal);
      for (const other of found.items) requests.put(other);
      setOthers(found);
    }
    // Skips requests that are only passed while `j` is held down.
    const timer = setTimeout(() => void load().catch(() => {}), debounceMs);
    return () => {
      clearTimeout(timer);
      abortController.abort();
    };
  }, [id]);
  return others;
}

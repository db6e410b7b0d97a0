import { CircleCheckBig, Inbox, SearchX } from 'lucide';
import { Icon } from '../../../page-kit/icon.tsx';
import type { RequestStatus } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { firstRunChoices } from '../first-run/first-run-choices.ts';
import { useTranslator } from '../language/translator-context.ts';
import { type Count, countOf, countText } from '../model/counts.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { defaultView, isTooShort, type ListView, searchOf } from '../model/list-view.ts';
import { FilledText } from '../parts/filled-text.tsx';
import { lazyComponent } from '../parts/lazy-component.tsx';
import { Link, useLocation, useRouter } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';

const FirstRun = lazyComponent(() => import('../first-run/first-run.tsx').then((loaded) => loaded.FirstRun));

/** Explains why the list is empty, and offers other views. */
export function EmptyList() {
  const { list } = useInbox();
  const { text } = useTranslator();
  const router = useRouter();
  const shown = useCell(list.view);
  const view: ListView = isTooShort(shown.q) ? { ...shown, q: '' } : shown;
  const isDefault = searchOf(view) === '';
  const status = onlyStatusOf(view);
  const isSearch = view.q !== '' && searchOf({ ...defaultView, q: view.q }) === searchOf({ ...view, ...anyGroup });
  const counts = useCell(list.counts);
  const all = counts && countOf(counts);
  const isNew = isDefault && all?.least === 0;
  const isFirstRun = useRole('owner') && !useCell(firstRunChoices).isDismissed;
  if (isNew && isFirstRun) {
    return (
      <div class="message empty">
        <p class="empty-title">{text('noRequestsYet')}</p>
        <FirstRun />
      </div>
    );
  }
  return (
    <div class="message empty-state">
      <Icon of={isNew ? Inbox : isDefault ? CircleCheckBig : SearchX} />
      <p class="empty-state-title">
        {isSearch ? (
          <FilledText
            write={({ words = '' }) => text('emptySearch', { words })}
            parts={{ words: <bdi>{view.q}</bdi> }}
          />
        ) : status ? (
          text('emptyStatus', { status: text(`status_${status}`) })
        ) : (
          text(isNew ? 'noRequestsYet' : isDefault ? 'emptyInbox' : 'emptyView')
        )}
      </p>
      {isDefault ? (
        <p>{text('emptyHint')}</p>
      ) : (
        <>
          {view.statuses !== 'all' && all !== null && all.least > 0 && <AllStatuses view={view} count={all} />}
          <button
            type="button"
            class="button"
            onClick={() => router.go(isSearch ? `/${searchOf({ ...view, q: '' })}` : '/')}
          >
            {text(isSearch ? 'clearSearch' : 'clearFilters')}
          </button>
        </>
      )}
    </div>
  );
}

/** The statuses and the order, which are no filters to the words of a search. */
const anyGroup = { statuses: defaultView.statuses, sort: defaultView.sort };

interface AllStatusesProps {
  readonly view: ListView;
  /** The number of requests that the view finds in all statuses. */
  readonly count: Count;
}

/** Links to the requests that the view finds in the other statuses. The search and the other filters stay. */
function AllStatuses({ view, count }: AllStatusesProps) {
  const { text, region } = useTranslator();
  const { route } = useLocation();
  // An open request stays open beside the list.
  const path = route.name === 'request' ? pathOf(route) : '/';
  return (
    <Link class="button" to={path + searchOf({ ...view, statuses: 'all' })}>
      {text('showInAllStatuses', { number: countText(count, region) })}
    </Link>
  );
}

/** Returns the status of a view that filters by one status only, else null. */
function onlyStatusOf(view: ListView): RequestStatus | null {
  const [status, ...others] = typeof view.statuses === 'string' ? [] : view.statuses;
  const isAlone = others.length === 0 && searchOf({ ...view, statuses: defaultView.statuses }) === '';
  return status && isAlone ? status : null;
}

import { Inbox, Layers, Search, Settings, ShieldAlert } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../../page-kit/icon.tsx';
import { openStatuses, requestStatuses } from '../../../src/events/statuses.ts';
import type { RequestStatus } from '../api/shapes.ts';
import { useCell, usePart } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { countOf, countText } from '../model/counts.ts';
import { useInbox } from '../model/inbox-context.ts';
import { defaultView, type ListView, searchOf } from '../model/list-view.ts';
import { StatusIcon } from '../parts/status-icon.tsx';
import { useOpensHeld } from '../request/use-list-path.ts';
import { Link, useLocation } from '../router/router.tsx';

interface ListLinkProps {
  readonly statuses: ListView['statuses'];
  readonly name: string;
  readonly icon: ComponentChildren;
  /** The count behind the name. */
  readonly children?: ComponentChildren;
}

/** A link to the requests of these statuses. The search and the other filters stay. */
function ListLink({ statuses, name, icon, children }: ListLinkProps) {
  const view = useCell(useInbox().list.view);
  const isOrdered = usePart(useInbox().opening.report, (report) => report !== null);
  const isHere = useIsInList() && String(view.statuses) === String(statuses);
  const waits = isOrdered && String(statuses) === 'WAITLISTED';
  const sort = waits ? 'rank' : view.sort === 'rank' ? defaultView.sort : view.sort;
  return (
    <Link
      class="side-item"
      to={`/${searchOf({ ...view, statuses, sort })}`}
      title={name}
      aria-current={isHere ? 'page' : undefined}
    >
      {icon}
      <span class="side-name">{name}</span> {children}
    </Link>
  );
}

export function useIsInList(): boolean {
  const { route } = useLocation();
  const isHeld = useOpensHeld();
  return route.name === 'list' || (route.name === 'request' && !isHeld);
}

/** Whether a search or a filter is in effect, which the counts follow. */
function useIsFiltered(): boolean {
  const view = useCell(useInbox().list.view);
  return searchOf({ ...view, statuses: defaultView.statuses, sort: defaultView.sort }) !== '';
}

/** Says that the counts below are those of the search or the filter. */
export function FoundMark() {
  const { text } = useTranslator();
  if (!useIsFiltered()) return null;
  return (
    <p class="found-mark">
      <Icon of={Search} />
      {text('countsFound')}
    </p>
  );
}

/** The requests that may still need work, with the number of unread ones. A search has the number of those it finds. */
export function InboxLink() {
  const { text, region } = useTranslator();
  const unread = useCell(useInbox().list.unread);
  if (useIsFiltered())
    return (
      <ListLink statuses="open" name={text('inbox')} icon={<Icon of={Inbox} />}>
        <RequestCount of={openStatuses} />
      </ListLink>
    );
  return (
    <ListLink statuses="open" name={text('inbox')} icon={<Icon of={Inbox} />}>
      {unread && unread.least > 0 && (
        <span class="badge">
          {countText(unread, region)} <span class="visually-hidden">{text('unread')}</span>
        </span>
      )}
    </ListLink>
  );
}

export function StatusLink({ status }: { readonly status: RequestStatus }) {
  const { text } = useTranslator();
  return (
    <ListLink statuses={[status]} name={text(`status_${status}`)} icon={<StatusIcon status={status} />}>
      <RequestCount of={[status]} />
    </ListLink>
  );
}

export function AllLink() {
  const { text } = useTranslator();
  return (
    <ListLink statuses="all" name={text('statusAll')} icon={<Icon of={Layers} />}>
      <RequestCount of={requestStatuses} />
    </ListLink>
  );
}

/** The number of requests under the other filters, unless it is zero. */
function RequestCount({ of }: { readonly of: readonly RequestStatus[] }) {
  const { region } = useTranslator();
  const counts = useCell(useInbox().list.counts);
  const count = counts && countOf(counts, of);
  return count && count.least > 0 ? <span class="count">{countText(count, region)}</span> : null;
}

/** Returns whether the held requests are shown, or one of them. */
export function useIsInHeld(): boolean {
  const { route } = useLocation();
  return useOpensHeld() || route.name === 'held';
}

/** A link to the held requests. Renders nothing while the guard is off. */
export function HeldLink() {
  const { text } = useTranslator();
  const isCurrent = useIsInHeld();
  const summary = useCell(useInbox().guard.summary);
  if (summary === null) return null;
  const name = text('held');
  return (
    <Link class="side-item" to="/held" title={name} aria-current={isCurrent ? 'page' : undefined}>
      <Icon of={ShieldAlert} />
      <span class="side-name">{name}</span> {summary.waiting > 0 && <span class="count">{summary.waiting}</span>}
    </Link>
  );
}

export function SettingsLink() {
  const { text } = useTranslator();
  const { route } = useLocation();
  const name = text('settings');
  return (
    <Link
      class="side-item to-settings"
      to="/settings"
      title={name}
      aria-current={route.name === 'settings' ? 'page' : undefined}
    >
      <Icon of={Settings} />
      <span class="side-name">{name}</span>
    </Link>
  );
}

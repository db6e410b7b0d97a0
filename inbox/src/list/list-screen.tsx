import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { takesSlot } from '../../../src/events/statuses.ts';
import type { RequestStatus } from '../api/shapes.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { useCell } from '../cells/cell.ts';
import { useKeys } from '../keys/keys.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { BulkTask } from '../model/bulk-task.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { readView, searchOf } from '../model/list-view.ts';
import { lazyComponent, Nothing } from '../parts/lazy-component.tsx';
import { useDecide } from '../parts/use-decide.ts';
import { useTitle } from '../parts/use-title.ts';
import { OpenRequest } from '../request/open-request.tsx';
import { useListPath, useOpensHeld } from '../request/use-list-path.ts';
import { useLocation, useRouter } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';
import { ListBar } from './list-bar.tsx';
import { RequestList } from './request-list.tsx';
import { useGoToFirst } from './use-go-to-first.ts';

const FreeSlots = lazyComponent(
  () => import('../triage/opening/slots.tsx').then((loaded) => loaded.FreeSlots),
  Nothing,
);

/** The list, with the open request next to it or instead of it. */
export function ListScreen() {
  const { list, selection, decisions } = useInbox();
  const decideAndAdvance = useDecide();
  const { text } = useTranslator();
  const router = useRouter();
  const { route, search } = useLocation();
  const isHeld = useOpensHeld();
  const listPath = useListPath();
  const mayWrite = useRole('operator') && !isHeld;
  const openId = route.name === 'request' ? route.id : null;
  const searchField = useRef<HTMLInputElement>(null);
  const listPane = useRef<HTMLElement>(null);
  const pane = useRef<HTMLElement>(null);
  const selected = useCell(selection.ids);
  const goToFirst = useGoToFirst(listPane);
  const [task, setTask] = useState<BulkTask | null>(null);

  // An undo of the list, so that the request can be decided again. An open request does this itself.
  const isListOnly = openId === null;
  useEffect(() => {
    if (!isListOnly) return;
    return decisions.undone.subscribe(() => list.current.set(decisions.undone.value?.id ?? null));
  }, [isListOnly]);

  useTitle(openId === null ? text('inbox') : null);
  useEffect(() => list.show(readView(search)), [search]);
  useLayoutEffect(() => {
    if (openId === null) return;
    list.current.set(openId);
    // The keyboard continues in the opened request, and a screen reader reads it.
    if (!pane.current?.contains(document.activeElement)) pane.current?.focus({ preventScroll: true });
  }, [openId]);

  // On a narrow window the search field is hidden until the open request is closed.
  const wantsSearch = useRef(false);
  useEffect(() => {
    if (openId === null && wantsSearch.current) searchField.current?.focus();
    wantsSearch.current = false;
  }, [openId]);

  function goToSearch(): void {
    searchField.current?.focus();
    if (searchField.current === document.activeElement) return;
    wantsSearch.current = true;
    router.go(`/${searchOf(list.view.value)}`);
  }

  const pathTo = (id: string) => pathOf({ name: 'request', id }) + searchOf(list.view.value);

  async function move(step: 1 | -1): Promise<void> {
    const id = await list.neighbour(list.current.value, step);
    if (id === null) return;
    // The focused heading is about to disappear. A focus of the pane after that would force a layout in the key's task.
    pane.current?.focus({ preventScroll: true });
    list.current.set(id);
    if (openId !== null) router.replace(pathTo(id));
  }

  /**
   * Returns true when keys apply to the selection. They apply to the open request when it is not selected, or when a
   * narrow window hides the list.
   */
  function isForSelected(): boolean {
    const isAmong = openId === null ? selected.size > 0 : selected.has(openId);
    return isAmong && listPane.current?.checkVisibility() === true;
  }

  function decide(status: RequestStatus): void {
    if (isForSelected()) {
      setTask({ kind: 'status', status });
      return;
    }
    const id = list.current.value;
    if (id !== null && mayWrite) decideAndAdvance(id, status);
  }

  useKeys({
    ...(!isHeld && {
      next: () => void move(1),
      previous: () => void move(-1),
      open: () => list.current.value && router.go(pathTo(list.current.value)),
    }),
    ...(mayWrite && {
      accept: () => decide('ACCEPTED'),
      waitlist: () => decide('WAITLISTED'),
      decline: () => decide('DECLINED'),
      start: () => decide('IN_PROGRESS'),
      done: () => decide('COMPLETED'),
      spam: () => decide('SPAM'),
      select: () => list.current.value && selection.toggle(list.current.value),
    }),
    search: goToSearch,
    ...(openId !== null && { close: () => router.close(listPath) }),
    ...(openId === null && selected.size > 0 && { clear: selection.clear }),
  });

  // The open request has the heading of the first level.
  const ListHeading = openId === null ? 'h1' : 'h2';
  const withRequest = isHeld ? 'list-screen with-request is-held' : 'list-screen with-request';
  return (
    <main id="main" class={openId === null ? 'list-screen' : withRequest}>
      <section class="list-pane" aria-label={text('inbox')} ref={listPane}>
        <ListHeading class="visually-hidden">{text('inbox')}</ListHeading>
        <ListBar searchField={searchField} onLeaveSearch={goToFirst}>
          <BulkBar task={task} onTask={setTask}>
            {task?.kind === 'status' && takesSlot(task.status) && <FreeSlots />}
          </BulkBar>
        </ListBar>
        <RequestList openId={openId} pathTo={pathTo} onReload={goToFirst} />
      </section>
      {openId !== null && (
        <section class="request-pane" aria-label={text('request')} ref={pane} tabIndex={-1}>
          <OpenRequest key={openId} id={openId} />
        </section>
      )}
    </main>
  );
}

import { createCell, useCell, usePart } from '../cells/cell.ts';
import { useInbox } from '../model/inbox-context.ts';
import { searchOf } from '../model/list-view.ts';
import type { KnownRequest } from '../model/requests-store.ts';
import { useLocation } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';

/** Returns the path of the list that the open request is in: the held ones, or the inbox with its filters. */
export function useListPath(): string {
  const search = searchOf(useCell(useInbox().list.view));
  return useOpensHeld() ? pathOf({ name: 'held' }) : `/${search}`;
}

const noRequest = createCell<KnownRequest>(null);

/** Returns true while the guard holds the request of the address. It is in no list then. */
export function useOpensHeld(): boolean {
  const { route } = useLocation();
  const { requests } = useInbox();
  const cell = route.name === 'request' ? requests.cell(route.id) : noRequest;
  return usePart(cell, (request) => Boolean(request?.held));
}

import { useCell } from '../cells/cell.ts';
import { useInbox } from '../model/inbox-context.ts';
import { searchOf } from '../model/list-view.ts';
import { pathOf } from '../router/routes.ts';
import { useOpensHeld } from './use-opens-held.ts';

/** Returns the path of the list that the open request is in: the held ones, or the inbox with its filters. */
export function useListPath(): string {
  const search = searchOf(useCell(useInbox().list.view));
  return useOpensHeld() ? pathOf({ name: 'held' }) : `/${search}`;
}

import { createCell, usePart } from '../cells/cell.ts';
import { useInbox } from '../model/inbox-context.ts';
import type { KnownRequest } from '../model/requests-store.ts';
import { useLocation } from '../router/router.tsx';

const noRequest = createCell<KnownRequest>(null);

/** Returns true while the guard holds the request of the address. It is in no list then. */
export function useOpensHeld(): boolean {
  const { route } = useLocation();
  const { requests } = useInbox();
  const cell = route.name === 'request' ? requests.cell(route.id) : noRequest;
  return usePart(cell, (request) => Boolean(request?.held));
}

import type { RequestStatus } from '../api/shapes.ts';
import { useInbox } from '../inbox-context.ts';
import { searchOf } from '../list/list-view.ts';
import { useRouter } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';

/** @param arrive Is told of the next request, before it is shown. */
export type Decide = (id: string, status: RequestStatus, arrive?: (next: string) => void) => void;

/** Decides about a request, by a key or by a button; where it is one of the list, the next one is there at once. */
export function useDecide(): Decide {
  const { list, decisions } = useInbox();
  const router = useRouter();

  async function goOn(id: string, arrive: (next: string) => void): Promise<void> {
    if (!list.ids.value.includes(id)) return;
    const next = await list.neighbour(id, 1);
    // Whoever has gone elsewhere meanwhile stays there.
    if (next === null || list.current.value !== id) return;
    list.current.set(next);
    if (router.place.value.route.name !== 'request') return;
    arrive(next);
    router.replace(pathOf({ name: 'request', id: next }) + searchOf(list.view.value));
  }

  return function decide(id, status, arrive = () => {}) {
    // What fails says so by itself.
    void decisions.decide(id, status);
    void goOn(id, arrive);
  };
}

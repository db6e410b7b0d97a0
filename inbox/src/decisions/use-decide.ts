import type { RequestStatus } from '../api/shapes.ts';
import { useInbox } from '../inbox-context.ts';
import { searchOf } from '../list/list-view.ts';
import { useRouter } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';

/** @param arrive Called with the next request before it is shown. */
export type Decide = (id: string, status: RequestStatus, arrive?: (next: string) => void) => void;

/** Returns a function that decides a request. Shows the next one immediately when the request is the list's current. */
export function useDecide(): Decide {
  const { list, decisions } = useInbox();
  const router = useRouter();

  async function goOn(id: string, arrive: (next: string) => void): Promise<void> {
    if (!list.ids.value.includes(id)) return;
    const next = await list.neighbour(id, 1);
    // The person has moved on to another request in the meantime.
    if (next === null || list.current.value !== id) return;
    list.current.set(next);
    if (router.place.value.route.name !== 'request') return;
    arrive(next);
    router.replace(pathOf({ name: 'request', id: next }) + searchOf(list.view.value));
  }

  return function decide(id, status, arrive = () => {}) {
    // `decide` shows its failures itself.
    void decisions.decide(id, status);
    void goOn(id, arrive);
  };
}

import type { RequestStatus } from '../api/shapes.ts';
import type { Answer } from '../model/answer.ts';
import { useInbox } from '../model/inbox-context.ts';
import { searchOf, statusesOf } from '../model/list-view.ts';
import { useRouter } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';

interface Deciding {
  /** The answer to the customer. By default the usual mail, where such mails are on. */
  readonly answer?: Answer;
  /** Called with the next request before it is shown. */
  onAdvance?(next: string): void;
}

type Decide = (id: string, status: RequestStatus, deciding?: Deciding) => void;

/**
 * Returns a function that takes a request one step on. Shows the next one immediately when the request is the list's
 * current. The list hides a request whose status it does not show. Shows a toast where the step makes no sense, such as
 * accepting a request in progress.
 */
export function useDecide(): Decide {
  const { list, decisions } = useInbox();
  const router = useRouter();

  async function advance(id: string, isLeaving: boolean, onAdvance: (next: string) => void): Promise<void> {
    if (!list.ids.value.includes(id)) return;
    const isOpen = router.location.value.route.name === 'request';
    const next = (await list.neighbour(id, 1)) ?? (isLeaving && !isOpen ? await list.neighbour(id, -1) : null);
    // The person has moved on to another request in the meantime.
    if (next === null || list.current.value !== id) return;
    list.current.set(next);
    if (router.location.value.route.name !== 'request') return;
    onAdvance(next);
    router.replace(pathOf({ name: 'request', id: next }) + searchOf(list.view.value));
  }

  return function decide(id, status, { answer, onAdvance = () => {} } = {}) {
    if (decisions.refuses(id, status)) return;
    const isLeaving = !statusesOf(list.view.value).includes(status);
    // `decide` shows its failures itself.
    void decisions.decide(id, status, answer);
    // The next row has the focus before this one leaves.
    void advance(id, isLeaving, onAdvance).then(() => isLeaving && list.leave(id));
  };
}

import type { InboxRequest } from '../api/shapes.ts';
import type { RequestsStore } from './requests-store.ts';

/** Requests that the person has decided, and that the list hides once they do not belong to its view any more. */
interface Leavers {
  /** Hides the request as soon as it does not belong to the view. When it is undone, it comes back. */
  add(id: string): void;
  /** Returns the ids of the requests that have not left, in the same order. */
  stayingOf(ids: readonly string[]): readonly string[];
}

/** @param belongs Returns true for a request of the view. @param onChange Called when a request left or came back. */
export function createLeavers(
  requests: Pick<RequestsStore, 'cell'>,
  belongs: (request: InboxRequest) => boolean,
  onChange: () => void,
): Leavers {
  const watched = new Map<string, { hasLeft: boolean; stop(): void }>();

  // An erased request stays, because its row shows the erasure.
  function isAway(id: string): boolean {
    const request = requests.cell(id).value;
    return request ? !belongs(request) : false;
  }

  function update(id: string): void {
    const leaver = watched.get(id);
    if (!leaver || leaver.hasLeft === isAway(id)) return;
    leaver.hasLeft = !leaver.hasLeft;
    if (!leaver.hasLeft) {
      leaver.stop();
      watched.delete(id);
    }
    onChange();
  }

  return {
    add(id) {
      if (!watched.has(id)) {
        watched.set(id, { hasLeft: false, stop: requests.cell(id).subscribe(() => update(id)) });
      }
      update(id);
    },
    stayingOf: (ids) => ids.filter((id) => !(watched.has(id) && isAway(id))),
  };
}

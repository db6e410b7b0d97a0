import type { Call } from '../api/send.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';

/** A list that the whole studio has and people add to. A failed call throws an ApiFailure. */
export interface StudioList<Item> {
  /** Oldest first. Empty until it is loaded. */
  readonly shown: Cell<readonly Item[]>;
  /** Reloads the list, which other people may have changed. */
  reload(): void;
  add(body: object): Promise<void>;
  remove(id: string): Promise<void>;
}

interface StudioListParts {
  readonly call: Call;
  readonly stream: EventStream;
  /** Of the API: lists, adds and, with an id, removes. */
  readonly path: string;
}

export function createStudioList<Item>(
  { call, stream, path }: StudioListParts,
  read: (item: Item) => Item = (item) => item,
): StudioList<Item> {
  const shown = createCell<readonly Item[]>([]);

  async function load(): Promise<void> {
    const { items } = await call<{ items: readonly Item[] }>('GET', path);
    shown.set(items.map(read));
  }

  // A failure leaves what is known unchanged.
  const reload = () => void load().catch(() => {});
  reload();
  stream.subscribe({ onEvent() {}, onGap: reload });
  return {
    shown,
    reload,
    async add(body) {
      await call('POST', path, { body });
      await load();
    },
    async remove(id) {
      await call('DELETE', `${path}/${id}`);
      await load();
    },
  };
}

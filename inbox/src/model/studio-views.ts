import type { SavedView } from '../../../src/operators/inbox/saved-view-shape.ts';
import type { Call } from '../api/call.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { readView, searchOf } from './list-view.ts';

/** The views that the whole studio has. A failed call throws an ApiFailure. */
export interface StudioViews {
  /** Oldest first. Empty until they are loaded. */
  readonly shown: Cell<readonly SavedView[]>;
  /** Reloads the views, which other people may have changed. */
  reload(): void;
  /** Saves a view. Replaces the filter of a view of the same name. */
  save(name: string, search: string): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createStudioViews(call: Call, stream: EventStream): StudioViews {
  const shown = createCell<readonly SavedView[]>([]);

  async function load(): Promise<void> {
    const { items } = await call<{ items: readonly SavedView[] }>('GET', '/views');
    shown.set(items.map((view) => ({ ...view, search: searchOf(readView(view.search)) })));
  }

  // A failure leaves the known views unchanged.
  const reload = () => void load().catch(() => {});
  reload();
  stream.subscribe({ onEvent() {}, onGap: reload });
  return {
    shown,
    reload,
    async save(name, search) {
      await call('POST', '/views', { body: { name, search } });
      await load();
    },
    async remove(id) {
      await call('DELETE', `/views/${id}`);
      await load();
    },
  };
}

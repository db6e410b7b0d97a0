import type { SavedView } from '../../../src/requests/inbox/saved-view-shape.ts';
import type { Call } from '../api/send.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { readView, searchOf } from './list-view.ts';
import { createStudioList, type StudioList } from './studio-list.ts';

/** The views that the whole studio has. A failed call throws an ApiFailure. */
export interface StudioViews extends Omit<StudioList<SavedView>, 'add'> {
  /** Saves a view. Replaces the filter of a view of the same name. */
  save(name: string, search: string): Promise<void>;
}

export function createStudioViews(call: Call, stream: EventStream): StudioViews {
  const list = createStudioList<SavedView>({ call, stream, path: '/views' }, (view) => ({
    ...view,
    search: searchOf(readView(view.search)),
  }));
  return { ...list, save: (name, search) => list.add({ name, search }) };
}

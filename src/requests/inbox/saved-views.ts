import type { Actor } from '../../events/events.ts';
import type { SavedView } from './saved-view-shape.ts';

/** The views of the list that the studio shares. Calls reject when the database cannot be reached. */
export interface SavedViews {
  /** Returns the views, oldest first. */
  list(): Promise<readonly SavedView[]>;
  /** Adds a view, or replaces the filter of the view with this name. */
  save(name: string, search: string, actor?: Actor): Promise<SavedView | 'too-many'>;
  remove(id: string, actor?: Actor): Promise<'removed' | 'missing'>;
}

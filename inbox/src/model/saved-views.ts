import { createStoredCell } from '../cells/cell.ts';
import { readView, searchOf } from './list-view.ts';

/** A named view. */
export interface SavedView {
  readonly name: string;
  /** The query of the view's address. */
  readonly search: string;
}

const maxViews = 30;

/** Views of the person, which are stored in this browser. */
export const savedViews = createStoredCell<readonly SavedView[]>('inbox-views', [], parse);

/** Saves a view. Replaces a view of the same name. */
export function saveView(name: string, search: string): void {
  const others = savedViews.value.filter((view) => view.name !== name);
  savedViews.set([...others, { name, search }].slice(-maxViews));
}

export function removeView(name: string): void {
  savedViews.set(savedViews.value.filter((view) => view.name !== name));
}

/** Reads the valid parts of views that another version of the page has stored. */
function parse(value: unknown): readonly SavedView[] | null {
  if (!Array.isArray(value)) return null;
  return value
    .filter((view) => typeof view?.name === 'string' && typeof view?.search === 'string')
    .map(({ name, search }) => ({ name, search: searchOf(readView(search)) }));
}

import { createKeptCell } from '../cells/kept-cell.ts';
import { readView, searchOf } from './list-view.ts';

/** A view that a person has given a name. */
export interface SavedView {
  readonly name: string;
  /** The query of its address. */
  readonly search: string;
}

export const maxViewNameCharacters = 60;
const maxViews = 30;

/** Kept in this browser: what one person looks at is no setting of the house. */
export const savedViews = createKeptCell<readonly SavedView[]>('inbox-views', [], parse);

/** Keeps the view under the name, in place of one that had it. */
export function saveView(name: string, search: string): void {
  const others = savedViews.value.filter((view) => view.name !== name);
  savedViews.set([...others, { name, search }].slice(-maxViews));
}

export function removeView(name: string): void {
  savedViews.set(savedViews.value.filter((view) => view.name !== name));
}

/** What another version of the page has kept is read as far as it can be. */
function parse(value: unknown): readonly SavedView[] | null {
  if (!Array.isArray(value)) return null;
  return value
    .filter((view) => typeof view?.name === 'string' && typeof view?.search === 'string')
    .map(({ name, search }) => ({ name, search: searchOf(readView(search)) }));
}

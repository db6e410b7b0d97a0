import { z } from 'zod';
import type { Actor } from '../../events/events.ts';
import type { Shape } from '../../platform/shapes/shape.ts';
import { limitedText } from '../../platform/shapes/storable-text.ts';
import { named, storedId } from '../../platform/shapes/values.ts';
import { labelText } from './label-text.ts';
import { maxViewNameCharacters } from './view-limits.ts';

const maxSearchCharacters = 4000;

/** The query of a URL, which has no white space. */
const searchPattern = /^(?:\?\S*)?$/;

export const newView = named(
  'NewView',
  z.strictObject({
    name: labelText(maxViewNameCharacters),
    search: limitedText(maxSearchCharacters)
      .regex(searchPattern)
      .describe('The query of the list in the inbox, such as `?status=NEW&label=oil`; empty for the list as it is'),
  }),
);

export const savedView = named('SavedView', z.object({ id: storedId, name: z.string(), search: z.string() }));

/** A named filter of the list, which the whole studio has. */
export type SavedView = Shape<typeof savedView>;

export const savedViewList = named('SavedViewList', z.object({ items: z.array(savedView) }));

/** The views of the list that the studio shares. Calls reject when the database cannot be reached. */
export interface SavedViews {
  /** Returns the views, oldest first. */
  list(): Promise<readonly SavedView[]>;
  /** Adds a view, or replaces the filter of the view with this name. */
  save(name: string, search: string, actor?: Actor): Promise<SavedView | 'too-many'>;
  remove(id: string, actor?: Actor): Promise<'removed' | 'missing'>;
}

import { createStoredCell } from '../cells/stored-cell.ts';

export const listLayouts = ['list', 'gallery'] as const;
export type ListLayout = (typeof listLayouts)[number];

/** How the list shows its requests. Stored in this browser. */
export const listLayout = createStoredCell<ListLayout>(
  'inbox-layout',
  'list',
  (value) => listLayouts.find((layout) => layout === value) ?? null,
);

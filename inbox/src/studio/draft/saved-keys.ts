/** The keys that have a page of their own, which saves at once. */
export type SavedKey = 'opening' | 'queue' | 'guard';

const pages: Readonly<Record<string, string>> = {
  opening: '/settings/opening',
  queue: '/settings/queue',
  guard: '/settings/junk',
} satisfies Record<SavedKey, string>;

/** Returns the page that changes a key of the document, or undefined for keys of the form itself. */
export const pageOfKey = (key: string): string | undefined => pages[key];

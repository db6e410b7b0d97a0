declare module 'virtual:studio-defaults' {
  /** Groups of settings that are not set yet, as the service reads them. By key. */
  export const emptyGroups: Readonly<Record<string, object>>;
  /** The members of each object that need not be written, by its path without positions: `types/options`. */
  export const defaultsAt: Readonly<Record<string, object>>;
}
declare module '*.css';

interface ImportMeta {
  /** Vite replaces it by a function for each file, which loads it. */
  glob<Content>(
    files: readonly string[],
    options: { readonly import: 'default' },
  ): Readonly<Record<string, () => Promise<Content>>>;
}

declare module 'virtual:payload-schema' {
  export const payloadSchema: import('./rules/check-payload.ts').ObjectSchema;
}
declare module 'virtual:language-packs' {
  /** Path of each language's script, relative to the service's address. */
  export const packs: Readonly<Record<string, string>>;
}
declare module '*.css?inline' {
  const css: string;
  // biome-ignore lint/style/noDefaultExport: Vite exports styles so.
  export default css;
}
declare module '*.css';
declare module 'virtual:location-readers' {
  import type { locationTasks } from '../../page-kit/locations/picture-location.ts';

  /** Its text has everything that it needs. */
  export function createReaders(): { readonly locationTasks: typeof locationTasks };
}

declare module 'virtual:solver-script' {
  /** For a worker. */
  export const solverScript: string;
}

interface ImportMeta {
  /** Vite replaces it by a function for each file, which loads it. */
  glob<Content>(
    files: readonly string[],
    options: { readonly import: 'default' },
  ): Readonly<Record<string, () => Promise<Content>>>;
}

import type { LaterMessages } from './message-keys.ts';

/** In the page's script: a chunk of its own would be one request more when a studio sets something. */
export const laterLoaders = import.meta.glob<{ readonly pageLater: LaterMessages }>(
  ['../../../texts/customers/*.json'],
  { import: 'default' },
);

import { z } from 'zod';
import { named } from './registry.ts';

const name = z.record(z.string(), z.string()).describe('By language tag; there is always `en`');
const entry = named('CatalogueEntry', z.object({ id: z.string(), name }));

/** What requests name by their ids. */
export const offeredNames = named(
  'Catalogue',
  z.object({
    types: z.array(z.object({ id: z.string(), name, options: z.array(entry) })),
    extras: z.array(entry),
    customCards: z.array(entry),
  }),
);

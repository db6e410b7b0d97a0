import { z } from 'zod';
import type { Facet, FactsOf, FoundRequest, Queries } from '../../facet/facet.ts';
import { findSeenFiles, seenFile } from './find-seen-files.ts';

const details = {
  seenBefore: z
    .array(seenFile)
    .optional()
    .describe(
      'Files of other requests that are the same or look the same, the newest first. Only where one request is read',
    ),
};

type Details = FactsOf<typeof details>;

export const seenBefore = {
  shape: {},
  details,
  columns: {},
  factsOf: () => ({}),
  async find(database: Queries, { id, files }: FoundRequest): Promise<Details> {
    if (files.length === 0) return {};
    const seenFiles = await findSeenFiles(database, id);
    return seenFiles.length === 0 ? {} : { seenBefore: seenFiles };
  },
} satisfies Facet<object, object, Details>;

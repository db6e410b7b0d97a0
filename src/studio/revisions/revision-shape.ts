import { z } from 'zod';
import { eventActor } from '../../events/event-shape.ts';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named, nextCursor } from '../../platform/shapes/values.ts';
import { studioKeys, studioSchema } from '../document/studio.ts';

const key = z.enum(studioKeys);
const { $schema: _, ...asJson } = z.toJSONSchema(studioSchema, { io: 'output' });

/** A document in a response. It was checked before it was stored. */
const document = named('StudioDocument', z.unknown().meta(asJson as Record<string, unknown>));

const revisionNumber = z.int().min(1).describe('Counts the revisions');

const revisionActor = eventActor.extend({
  kind: z
    .enum([...eventActor.shape.kind.options, 'file'])
    .describe('`file`: `CATALOGUE_FILE`, with what was published then'),
});

const facts = {
  revision: revisionNumber,
  at: z.date(),
  actor: revisionActor,
  note: z.string().nullable(),
  changed: z.array(key).describe('The keys by which it differs from the revision before'),
  restores: revisionNumber.nullable().describe('The revision that this one brings back, or null'),
};

const revisionFacts = named('StudioRevisionFacts', z.object(facts));
export type RevisionFacts = Shape<typeof revisionFacts>;

export const studioRevision = named('StudioRevision', z.object({ ...facts, document }));

export const revisionList = named('StudioRevisionList', z.object({ items: z.array(revisionFacts), next: nextCursor }));

const draftFacts = {
  version: z.int().min(1).describe('Counts the changes of the draft; a change names the version that it saw'),
  basedOn: revisionNumber.nullable().describe('The published revision, or null before the first one'),
  changed: z.array(key).describe('The keys by which it differs from the published revision'),
  changedAt: z.date().nullable(),
  actor: revisionActor.nullable().describe('Who changed it last, or null while it is as published'),
};

export const studioDraft = named('StudioDraft', z.object({ ...draftFacts, document }));

export const publishedStudio = named(
  'PublishedStudio',
  z.object({
    published: studioRevision.nullable().describe('Null before the first publication'),
    document: document.describe('What holds: the published document with what a file on the server sets'),
    locked: z.array(key).describe('The keys that CATALOGUE_FILE sets. They win over the published ones'),
  }),
);

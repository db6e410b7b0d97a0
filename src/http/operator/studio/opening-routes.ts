import { z } from 'zod';
import { idParams, named, trimmedText } from '../../../platform/shapes/values.ts';
import { inboxRequest } from '../../../requests/facets/registry.ts';
import { effectiveStudio } from '../../../studio/document/offer.ts';
import { type Opening, openingModes, openingSchema } from '../../../studio/document/opening.ts';
import { openingReport } from '../../../triage/opening/opening-report-shape.ts';
import { apiPath } from '../access/permissions.ts';
import { actorOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';
import { enteredStudio, publishedOrProblem, readEffectiveStudio } from './studio-documents.ts';

const { $schema: _, ...asJson } = z.toJSONSchema(openingSchema, { io: 'input' });

/** The handler checks it, so that each fault is a sentence with its path. */
const entered = named('EnteredOpening', z.unknown().meta(asJson as Record<string, unknown>));

/** As the whole, but without defaults: a member that is left out keeps its value. */
const members = Object.entries(asJson.properties ?? {}).map(([key, schema]) => {
  const { default: _, ...rest } = Object(schema) as Record<string, unknown>;
  return [key, rest];
});
const changedMembers = named(
  'ChangedOpening',
  z
    .record(z.string(), z.unknown())
    .meta({ ...asJson, properties: Object.fromEntries(members) } as Record<string, unknown>),
);

/** Members by which a type can take more slots than there are. */
const slotMembers = ['slots', 'weightByType'];

const openingChange = named(
  'OpeningChange',
  z.strictObject({
    opening: entered.optional().describe('The whole of it, or null: the form is then always open'),
    mode: z.enum(openingModes).optional().describe('The mode alone. The rest stays as it is, or as `opening` says'),
    opensAt: openingSchema.shape.opensAt.unwrap().optional().describe('When it opens, alone or beside the mode'),
    changes: changedMembers
      .optional()
      .describe('Some of its members. The others stay as they are, or as `opening` says'),
    note: trimmedText(500).nullable().optional().describe('The reason, for readers of the list of revisions'),
  }),
);

const newRank = named(
  'PlaceOnWaitingList',
  z.strictObject({
    before: z.uuid().toLowerCase().nullable().describe('The request that is next after it, or null for the end'),
  }),
);

const tags = ['Studio'];

/** Adds routes for whether the form is open, and for the order of the waiting list. */
export async function addOpeningRoutes(
  app: OperatorScope,
  { studio: stored, opening, inbox: { reader } }: OperatorParts,
): Promise<void> {
  const { revisions, file } = stored;
  const isLocked = file?.keys.includes('opening') ?? false;

  async function report() {
    const studio = await readEffectiveStudio(stored);
    const typeIds = studio.types.filter(({ hidden }) => !hidden).map(({ id }) => id);
    return opening.report({ opening: studio.opening, isLocked, typeIds });
  }

  app.get(
    `${apiPath}/studio/opening`,
    {
      schema: {
        operationId: 'getOpening',
        summary: 'Get whether the form is open',
        description:
          'The state, the reason why the form is closed, the slots, and the next requests on the waiting list.',
        tags,
        response: { 200: openingReport, ...problemResponses(401, 503) },
      },
    },
    report,
  );

  app.put(
    `${apiPath}/studio/opening`,
    {
      schema: {
        operationId: 'setOpening',
        summary: 'Open or close the form',
        description:
          'Publishes a revision in which `opening` alone differs: the whole of it, or the members that are sent. The ' +
          'draft keeps its other changes and takes this one over.',
        tags,
        body: openingChange,
        response: { 200: openingReport, ...problemResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      if (isLocked) throw problems.lockedByFile();
      const { opening: whole, note = null, changes, ...switched } = request.body;
      const entered = enteredStudio({ opening: whole ?? null }, '').opening;
      const changed = { ...switched, ...changes };
      const isChanged = Object.keys(changed).length > 0;
      // The switch alone opens and closes a form, even when its types have faults.
      const hasSlots = whole !== undefined || slotMembers.some((member) => member in changed);
      const result = await revisions.amend(
        (studio, published) => {
          const before = whole === undefined ? studio.opening : entered;
          const after = isChanged ? { ...before, ...changed } : before;
          const opening = withFittingDates(after, published?.opening ?? null);
          const held = hasSlots ? effectiveStudio(file, { studio }) : {};
          return { ...studio, opening: enteredStudio({ ...held, opening }, '').opening };
        },
        { version: null, note, actor: actorOf(request) },
      );
      publishedOrProblem(result);
      return report();
    },
  );

  app.post(
    `${apiPath}/requests/:id/place`,
    {
      schema: {
        operationId: 'moveOnWaitingList',
        summary: 'Move a request on the waiting list',
        description: 'Before another request of the list, or to its end. `rank` says where it is then.',
        tags: ['Requests'],
        params: idParams,
        body: newRank,
        response: { 200: inboxRequest, ...problemResponses(400, 401, 403, 404, 409, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const result = await opening.move(id, request.body.before, actorOf(request));
      if (result === 'missing') throw problems.notFound();
      if (result === 'not-waiting') throw problems.notWaiting();
      return found(await reader.find(id));
    },
  );
}

/** Replaces dates of a draft that contradict the switch by those that were published. */
function withFittingDates(changed: object | null, published: Opening | null): object | null {
  if (changed === null || published === null || openingSchema.safeParse(changed).success) return changed;
  const { opensAt, closesAt } = published;
  return { ...changed, opensAt, closesAt };
}

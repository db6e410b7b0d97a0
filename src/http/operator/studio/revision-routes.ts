import { decodeCursor, encodeCursor } from '../../../events/cursor.ts';
import { revisionList, studioRevision } from '../../../studio/revisions/revision-shape.ts';
import { apiPath } from '../access/permissions.ts';
import { actorOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';
import { publication, revisionParams, revisionQuery } from '../schemas/studio.ts';
import { ifMatchHeaders, seenVersion } from '../schemas/version.ts';
import { publishedOrProblem } from './studio-documents.ts';

const tags = ['Studio'];
const purpose = 'studio-revisions';

/** Adds routes for the revisions of the studio, of which the newest is the published one. */
export async function addRevisionRoutes(app: OperatorScope, { studio: { revisions } }: OperatorParts): Promise<void> {
  app.get(
    `${apiPath}/studio/revisions`,
    {
      schema: {
        operationId: 'listStudioRevisions',
        summary: 'List the revisions of the studio, the newest first',
        tags,
        querystring: revisionQuery,
        response: { 200: revisionList, ...problemResponses(400, 401, 503) },
      },
    },
    async ({ query: { cursor = null, limit } }) => {
      const items = await revisions.list(cursor === null ? null : revisionOf(cursor), limit + 1);
      const last = items.length > limit ? items[limit - 1] : undefined;
      const next = last === undefined ? null : encodeCursor(purpose, [String(last.revision)]);
      return { items: items.slice(0, limit), next };
    },
  );

  app.get(
    `${apiPath}/studio/revisions/:revision`,
    {
      schema: {
        operationId: 'getStudioRevision',
        summary: 'Get a revision of the studio',
        description: 'With its document: the names and texts as customers saw them then.',
        tags,
        params: revisionParams,
        response: { 200: studioRevision, ...problemResponses(401, 404, 503) },
      },
    },
    async ({ params }) => found(await revisions.find(params.revision)),
  );

  app.post(
    `${apiPath}/studio/revisions/:revision/publish`,
    {
      schema: {
        operationId: 'publishStudioRevision',
        summary: 'Publish an earlier revision of the studio again',
        description:
          'It becomes the newest revision. The draft stays. Send the version of the draft that you read, as `version` or ' +
          'as If-Match.',
        tags,
        params: revisionParams,
        headers: ifMatchHeaders,
        body: publication,
        response: { 201: studioRevision, ...problemResponses(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503) },
      },
    },
    async (request, reply) => {
      const version = seenVersion(request.body.version, request.headers['if-match']);
      if (version === null) {
        found(await revisions.find(request.params.revision));
        throw problems.versionRequired();
      }
      const given = { version, note: request.body.note ?? null, actor: actorOf(request) };
      const published = publishedOrProblem(await revisions.publishAgain(request.params.revision, given));
      reply.code(201);
      return published;
    },
  );
}

/** @throws {ProblemError} 400 for a cursor of another list */
function revisionOf(cursor: string): number {
  const [text] = decodeCursor(cursor, purpose, 1) ?? [];
  if (!/^[1-9]\d{0,8}$/.test(text ?? '')) throw problems.invalidCursor();
  return Number(text);
}

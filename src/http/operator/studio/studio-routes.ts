import type { FastifyRequest } from 'fastify';
import { effectiveStudio } from '../../../studio/document/offer.ts';
import { maxStudioBytes, type StudioKey, studioKeys } from '../../../studio/document/studio.ts';
import { publishedStudio, studioDraft, studioRevision } from '../../../studio/revisions/revision-shape.ts';
import { apiPath } from '../access/permissions.ts';
import { actorOf, operatorPrincipalOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { problems } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';
import { changeAtOnce, draftChange, keysAtOnce, publication, usedStudioIds } from '../schemas/studio.ts';
import { etagOf, ifMatchHeaders, seenVersion } from '../schemas/version.ts';
import { enteredStudio, invalidDocument, publishedOrProblem } from './studio-documents.ts';

const tags = ['Studio'];

/** Room for a document of the largest size, some of its characters escaped. */
const draftBodyBytes = 2 * maxStudioBytes;

/** The keys that operators may change without being owners (S6). */
const keysOfOperators: readonly StudioKey[] = ['opening'];

/** Adds routes for the studio's document: the published one and the draft. */
export async function addStudioRoutes(
  app: OperatorScope,
  { studio: { revisions, file } }: OperatorParts,
): Promise<void> {
  async function readPublished() {
    const published = await revisions.published();
    const revision = published && { revision: published.revision, studio: published.document };
    return { published, document: effectiveStudio(file, revision), locked: [...(file?.keys ?? [])] };
  }

  app.get(
    `${apiPath}/studio`,
    {
      schema: {
        operationId: 'getStudio',
        summary: 'Get the published studio',
        description: 'What the form offers and how it looks. Keys that a file on the server sets are `locked`.',
        tags,
        response: { 200: publishedStudio, ...problemResponses(401, 503) },
      },
    },
    readPublished,
  );

  app.patch(
    `${apiPath}/studio`,
    {
      schema: {
        operationId: 'changeStudio',
        summary: 'Change settings of the studio at once',
        description:
          'Publishes a revision in which `guard` and `queue` alone differ, as far as they are sent. The draft keeps its ' +
          'other changes and takes these over.',
        tags,
        body: changeAtOnce,
        response: { 200: publishedStudio, ...problemResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const { note = null, ...sent } = request.body;
      const entered = enteredStudio(sent, '');
      const keys = keysAtOnce.filter((key) => key in sent);
      if (keys.some((key) => file?.keys.includes(key))) throw problems.lockedByFile();
      const changed = Object.fromEntries(keys.map((key) => [key, entered[key]]));
      const given = { version: null, note, actor: actorOf(request) };
      publishedOrProblem(await revisions.amend((studio) => ({ ...studio, ...changed }), given));
      return readPublished();
    },
  );

  app.get(
    `${apiPath}/studio/used-ids`,
    {
      schema: {
        operationId: 'listUsedStudioIds',
        summary: 'List the ids of all entries that were ever published',
        description: 'A new entry needs another one: answers and slots are kept by ids.',
        tags,
        response: { 200: usedStudioIds, ...problemResponses(401, 503) },
      },
    },
    async () => ({ items: await revisions.usedIds() }),
  );

  app.get(
    `${apiPath}/studio/draft`,
    {
      schema: {
        operationId: 'getStudioDraft',
        summary: 'Get the draft of the studio',
        description: 'It is the published document while nothing else is being edited. The ETag is the version.',
        tags,
        response: { 200: studioDraft, ...problemResponses(401, 503) },
      },
    },
    async (_request, reply) => {
      const draft = await revisions.draft();
      reply.header('etag', etagOf(draft));
      return draft;
    },
  );

  app.put(
    `${apiPath}/studio/draft`,
    {
      bodyLimit: draftBodyBytes,
      schema: {
        operationId: 'saveStudioDraft',
        summary: 'Replace the draft of the studio',
        description:
          'Send the version that you read, as `version` or as If-Match. Owners change every key, operators `opening`. ' +
          'Customers see nothing of it until it is published.',
        tags,
        headers: ifMatchHeaders,
        body: draftChange,
        response: { 200: studioDraft, ...problemResponses(400, 401, 403, 412, 413, 415, 422, 428, 503) },
      },
    },
    async (request, reply) => {
      const document = enteredStudio(request.body.document);
      const version = seenVersion(request.body.version, request.headers['if-match']);
      if (version === null) throw problems.versionRequired();
      const result = await revisions.saveDraft(version, document, actorOf(request), keysOf(request));
      if (result === 'forbidden') throw problems.forbidden();
      if ('conflict' in result) throw problems.draftConflict(result.conflict);
      if ('unknownPictures' in result) throw invalidDocument(result.unknownPictures);
      reply.header('etag', etagOf(result.saved));
      return result.saved;
    },
  );

  app.post(
    `${apiPath}/studio/publish`,
    {
      schema: {
        operationId: 'publishStudio',
        summary: 'Publish the draft of the studio',
        description:
          'Every process serves it within two seconds. Send the version of the draft that you read, as `version` or as ' +
          'If-Match. Operators publish drafts that change nothing but `opening`.',
        tags,
        headers: ifMatchHeaders,
        body: publication,
        response: { 201: studioRevision, ...problemResponses(400, 401, 403, 409, 412, 413, 415, 422, 428, 503) },
      },
    },
    async (request, reply) => {
      const version = seenVersion(request.body.version, request.headers['if-match']);
      if (version === null) throw problems.versionRequired();
      const given = { version, note: request.body.note ?? null, actor: actorOf(request) };
      const published = publishedOrProblem(await revisions.publishDraft(given, keysOf(request)));
      reply.code(201);
      return published;
    },
  );
}

function keysOf(request: FastifyRequest): readonly StudioKey[] {
  return operatorPrincipalOf(request).operator.role === 'owner' ? studioKeys : keysOfOperators;
}

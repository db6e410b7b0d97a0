import { z } from 'zod';
import type { PersonNotice } from '../../../keeping/erasure/erasure.ts';
import { erasure, erasureCandidate, erasurePage, openingNotice } from '../../../keeping/erasure/erasure-shape.ts';
import { emailAddress, idParams, named, pageQuery } from '../../../platform/shapes/values.ts';
import { block } from '../../../triage/guard/block-shape.ts';
import { apiPath } from '../access/permissions.ts';
import { actorOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, foundPage, problems } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';
import { ifMatchHeaders, seenVersion } from '../schemas/version.ts';

const blocks = z.array(block);

const erasureList = named(
  'ErasureList',
  z.object({
    items: z.array(erasure),
    openingNotice: openingNotice
      .optional()
      .describe('The deleted address that waited for the opening. Absent without one'),
    blocks: blocks
      .optional()
      .describe('The blocks of the person as they were. Of each a keyed hash is kept. Absent without one'),
  }),
);

const erasureQuery = z.strictObject(pageQuery);

const person = named('Person', z.strictObject({ email: emailAddress }));

const erasureCandidateList = named(
  'ErasureCandidateList',
  z.object({
    items: z.array(erasureCandidate),
    openingNotice: openingNotice.optional().describe('Absent when the mailbox does not wait for an opening'),
    blocks: blocks.optional().describe('The blocks that name the person. Absent without one'),
  }),
);

const tags = ['Erasure'];

/** Adds routes that erase one request or all of a person. URLs are logged, so e-mail addresses are sent in bodies. */
export async function addErasureRoutes(
  app: OperatorScope,
  { inbox: { reader }, erasure: { eraser, candidates, erasures, notices } }: OperatorParts,
): Promise<void> {
  app.delete(
    `${apiPath}/requests/:id`,
    {
      schema: {
        operationId: 'eraseRequest',
        summary: 'Erase a request',
        description:
          'Deletes its rows, notes, events and attachments permanently. The version in If-Match is optional, but must be current. While the object store does not respond, the ' +
          'request is deleted and `isComplete` is false: the service retries the deletion of the attachments.',
        tags,
        params: idParams,
        headers: ifMatchHeaders,
        response: { 200: erasure, ...problemResponses(401, 403, 404, 412, 503) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const version = seenVersion(undefined, request.headers['if-match']);
      const [erased] = await eraser.erase([id], { reason: 'request', actor: actorOf(request), version });
      if (erased === undefined) throw problems.versionConflict(found(await reader.find(id)));
      return erased;
    },
  );

  app.post(
    `${apiPath}/erasures/look-up`,
    {
      schema: {
        operationId: 'findRequestsOfPerson',
        summary: 'List the data that erasing a person would delete',
        tags,
        body: person,
        response: { 200: erasureCandidateList, ...problemResponses(400, 401, 403, 413, 415, 422, 503) },
      },
    },
    async ({ body: { email } }) => {
      const items = await candidates.ofPerson(email);
      return { items, ...sentNotice(await notices.find(email, idsOf(items))) };
    },
  );

  app.post(
    `${apiPath}/erasures`,
    {
      schema: {
        operationId: 'erasePerson',
        summary:
          'Erase all requests from an e-mail address, its wish to hear of the opening, and the text of its blocks',
        description: 'The comparison ignores upper and lower case and surrounding spaces. The call is idempotent.',
        tags,
        body: person,
        response: { 200: erasureList, ...problemResponses(400, 401, 403, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const { email } = request.body;
      const ids = idsOf(await candidates.ofPerson(email));
      const notice = sentNotice(await notices.forget(email, ids));
      const items = await eraser.erase(ids, { reason: 'person', actor: actorOf(request) });
      return { items, ...notice };
    },
  );

  app.get(
    `${apiPath}/erasures`,
    {
      schema: {
        operationId: 'listErasures',
        summary: 'List the receipts of erased requests, the newest first',
        tags,
        querystring: erasureQuery,
        response: { 200: erasurePage, ...problemResponses(400, 401, 403, 503) },
      },
    },
    async ({ query: { cursor = null, limit } }) => foundPage(await erasures.list(cursor, limit)),
  );
}

const idsOf = (requests: readonly { readonly id: string }[]) => requests.map(({ id }) => id);

function sentNotice({ openingNotice, blocks }: PersonNotice) {
  return { ...(openingNotice && { openingNotice }), ...(blocks.length > 0 && { blocks: [...blocks] }) };
}

import { eventList, requestEvent } from '../../../events/event-shape.ts';
import { takesSlot } from '../../../events/statuses.ts';
import { idParams } from '../../../platform/shapes/values.ts';
import { entryRoutes } from '../../../requests/entries/registry.ts';
import { inboxRequest } from '../../../requests/facets/registry.ts';
import { bulkChange, bulkResult, requestPatch } from '../../../requests/inbox/request-change-shape.ts';
import { asQuery, requestFilter } from '../../../requests/inbox/request-filter-shape.ts';
import {
  priceSums,
  repeatedRequests,
  requestForm,
  requestList,
  requestsOfCustomer,
} from '../../../requests/inbox/request-shape.ts';
import { apiPath } from '../access/permissions.ts';
import { actorOf, principalOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, foundPage, problems } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';
import { repeatsQuery, requestListQuery } from '../schemas/request-query.ts';
import { etagOf, ifMatchHeaders, seenVersion } from '../schemas/version.ts';
import { readEffectiveStudio } from '../studio/studio-documents.ts';
import { sendMessage } from './send-message.ts';

const tags = ['Requests'];

/** Room for 10,000 identifiers with their versions. */
const bulkBodyBytes = 2 * 1024 * 1024;

/** Adds routes that list, read and change requests, add entries, and list events. */
export async function addRequestRoutes(
  app: OperatorScope,
  { changes, inbox: { reader, editor, customerMessages }, studio, opening }: OperatorParts,
): Promise<void> {
  app.get(
    `${apiPath}/requests`,
    {
      schema: {
        operationId: 'listRequests',
        summary: 'List requests',
        tags,
        querystring: requestListQuery,
        response: { 200: requestList, ...problemResponses(400, 401, 503) },
      },
    },
    async ({ query: { sort, cursor = null, limit, ...filter } }) => {
      const [page, counts] = await Promise.all([reader.list({ filter, sort, cursor, limit }), reader.counts(filter)]);
      return { ...foundPage(page), counts };
    },
  );

  app.get(
    `${apiPath}/requests/sums`,
    {
      schema: {
        operationId: 'sumPrices',
        summary: 'Add up the prices of requests',
        description: 'By status and currency, of the requests of the filter that have a price.',
        tags,
        querystring: asQuery(requestFilter),
        response: { 200: priceSums, ...problemResponses(400, 401, 503) },
      },
    },
    async ({ query }) => reader.sums(query),
  );

  app.get(
    `${apiPath}/requests/repeats`,
    {
      schema: {
        operationId: 'listRepeats',
        summary: 'Find the requests whose mailbox has sent others',
        description: 'Among the requests with these ids, at most 200.',
        tags,
        querystring: repeatsQuery,
        response: { 200: repeatedRequests, ...problemResponses(400, 401, 503) },
      },
    },
    async ({ query }) => ({ items: await reader.repeats(query.id) }),
  );

  app.get(
    `${apiPath}/requests/:id`,
    {
      schema: {
        operationId: 'getRequest',
        summary: 'Get one request',
        description: 'The ETag is the version in quotation marks, for If-Match.',
        tags,
        params: idParams,
        response: { 200: inboxRequest, ...problemResponses(401, 404, 503) },
      },
    },
    async ({ params }, reply) => {
      const request = found(await reader.find(params.id));
      reply.header('etag', etagOf(request));
      return request;
    },
  );

  app.get(
    `${apiPath}/requests/:id/same-customer`,
    {
      schema: {
        operationId: 'listRequestsOfSameCustomer',
        summary: 'List the other requests from the same mailbox',
        tags,
        params: idParams,
        response: { 200: requestsOfCustomer, ...problemResponses(401, 404, 503) },
      },
    },
    async ({ params }) => found(await reader.sameCustomer(params.id)),
  );

  app.patch(
    `${apiPath}/requests/:id`,
    {
      schema: {
        operationId: 'changeRequest',
        summary: 'Change a request',
        description:
          'Omitted fields keep their values. Send the version that you read, as `version` or as If-Match. A change of `unread` alone needs no version.',
        tags,
        params: idParams,
        headers: ifMatchHeaders,
        body: requestPatch,
        response: { 200: inboxRequest, ...problemResponses(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { version: named, message, customerMail = message && 'skip', ...change } = request.body;
      const version = seenVersion(named, request.headers['if-match']);
      const isRead = Object.keys(change).every((field) => field === 'unread') && change.unread !== undefined;
      if (version === null && (!isRead || message !== undefined)) {
        found(await reader.find(id));
        throw problems.versionRequired();
      }
      const changed = await changes.inOne(async () => {
        const result = await editor.change(id, version, change, actorOf(request), customerMail);
        if ('missing' in result) throw problems.notFound();
        if ('held' in result) throw problems.requestHeld();
        if ('conflict' in result) throw problems.versionConflict(result.conflict);
        if (message !== undefined) await sendMessage(customerMessages, id, message.text, actorOf(request));
        const { status, typeId } = result.changed;
        if (!takesSlot(status) || takesSlot(result.statusBefore)) return result.changed;
        // Last, because other requests for a slot wait for the end of this transaction.
        const slotsOver = await opening.slotsOver((await readEffectiveStudio(studio)).opening, typeId);
        return slotsOver > 0 ? { ...result.changed, slotsOver } : result.changed;
      });
      reply.header('etag', etagOf(changed));
      return changed;
    },
  );

  for (const { path, operationId, summary, body, kind } of entryRoutes) {
    app.post(
      `${apiPath}/requests/:id/${path}`,
      {
        schema: {
          operationId,
          summary,
          tags,
          params: idParams,
          body,
          response: { 201: requestEvent, ...problemResponses(400, 401, 403, 404, 413, 415, 422, 503) },
        },
      },
      async (request, reply) => {
        const entry = { kind, text: request.body.text };
        const event = found(await editor.addEntry(request.params.id, entry, actorOf(request)));
        reply.code(201);
        return event;
      },
    );
  }

  app.get(
    `${apiPath}/requests/:id/events`,
    {
      schema: {
        operationId: 'listRequestEvents',
        summary: 'List the events of a request, the oldest first',
        tags,
        params: idParams,
        response: { 200: eventList, ...problemResponses(401, 404, 503) },
      },
    },
    async ({ params }) => ({ items: found(await reader.events(params.id)) }),
  );

  app.get(
    `${apiPath}/requests/:id/form`,
    {
      schema: {
        operationId: 'getRequestForm',
        summary: 'Get the part of the form beside the payload',
        description: 'The revision of the studio that the customer saw, the answers and the terms.',
        tags,
        params: idParams,
        response: { 200: requestForm, ...problemResponses(401, 404, 503) },
      },
    },
    async ({ params }) => found(await reader.form(params.id)),
  );

  app.post(
    `${apiPath}/requests/bulk`,
    {
      bodyLimit: bulkBodyBytes,
      schema: {
        operationId: 'changeRequests',
        summary: 'Change many requests',
        description:
          'Selects requests by their ids with the versions that you read, or by a filter with `asOf`. Works in batches: ' +
          'repeat the call if it was interrupted.',
        tags,
        body: bulkChange,
        response: { 200: bulkResult, ...problemResponses(400, 401, 403, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const { body } = request;
      const actor = actorOf(request);
      const { isStillValid } = principalOf(request);
      if ('ids' in body) return editor.changeMany(body.ids, body.change, actor, isStillValid);
      return editor.changeFiltered(body.filter, body.asOf, body.change, actor, isStillValid);
    },
  );
}

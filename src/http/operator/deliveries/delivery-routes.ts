import { z } from 'zod';
import {
  delivery,
  deliveryDetail,
  deliveryFilter,
  deliveryList,
  deliveryPage,
} from '../../../deliveries/history/delivery-shape.ts';
import { idParams, named, pageLimit } from '../../../platform/shapes/values.ts';
import { apiPath } from '../access/permissions.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, foundPage, problems } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';

const deliveryQuery = deliveryFilter.extend({
  cursor: z.string().min(1).max(200).optional().describe('The `next` of the previous page'),
  limit: pageLimit(200, 50),
});

const resendFilter = named('ResendFilter', deliveryFilter);

const resendCount = named(
  'ResendCount',
  z.object({ count: z.int().min(0).describe('The number of deliveries that would be sent again') }),
);

const resent = named('Resent', z.object({ resent: z.int().min(0) }));

const tags = ['Deliveries'];

/** Adds routes that list deliveries with their attempts, and that send deliveries again. */
export async function addDeliveryRoutes(
  app: OperatorScope,
  { notifications: { deliveries }, inbox: { reader } }: OperatorParts,
): Promise<void> {
  app.get(
    `${apiPath}/requests/:id/deliveries`,
    {
      schema: {
        operationId: 'listRequestDeliveries',
        summary: 'List the deliveries of a request, the newest first',
        description: 'Includes the deliveries of an erased request, for as long as deliveries are kept.',
        tags,
        params: idParams,
        response: { 200: deliveryList, ...problemResponses(401, 403, 404, 503) },
      },
    },
    async ({ params }) => {
      const items = await deliveries.ofRequest(params.id);
      if (items.length === 0) found(await reader.find(params.id));
      return { items };
    },
  );

  app.get(
    `${apiPath}/channels/:id/deliveries`,
    {
      schema: {
        operationId: 'listChannelDeliveries',
        summary: 'List the deliveries of a channel, the newest first',
        tags,
        params: idParams,
        querystring: deliveryQuery,
        response: { 200: deliveryPage, ...problemResponses(400, 401, 403, 404, 503) },
      },
    },
    async ({ params, query: { cursor = null, limit, ...filter } }) => {
      await assertChannel(params.id);
      return foundPage(await deliveries.ofChannel(params.id, filter, cursor, limit));
    },
  );

  app.get(
    `${apiPath}/deliveries/:id`,
    {
      schema: {
        operationId: 'getDelivery',
        summary: 'Get a delivery with its body and its attempts',
        tags,
        params: idParams,
        response: { 200: deliveryDetail, ...problemResponses(401, 403, 404, 503) },
      },
    },
    async ({ params }) => found(await deliveries.find(params.id)),
  );

  app.post(
    `${apiPath}/deliveries/:id/resend`,
    {
      schema: {
        operationId: 'resendDelivery',
        summary: 'Send a delivery again, as a new delivery',
        tags,
        params: idParams,
        response: { 201: delivery, ...problemResponses(400, 401, 403, 404, 409, 413, 415, 503) },
      },
    },
    async ({ params }, reply) => {
      const made = found(await deliveries.resend(params.id));
      if (made === 'under-way') throw problems.deliveryUnderWay();
      if (made === 'channel-disabled') throw problems.channelDisabled();
      if (made === 'request-gone') throw problems.requestGone();
      reply.code(201);
      return made;
    },
  );

  app.post(
    `${apiPath}/channels/:id/resend`,
    {
      schema: {
        operationId: 'resendDeliveries',
        summary: 'Send the deliveries of a filter again',
        description: 'Sends all finished deliveries that were not sent again yet. The call is idempotent.',
        tags,
        params: idParams,
        body: resendFilter,
        response: { 200: resent, ...problemResponses(400, 401, 403, 404, 413, 415, 422, 503) },
      },
    },
    async ({ params, body }) => {
      await assertChannel(params.id);
      return { resent: await deliveries.resendMany(params.id, body) };
    },
  );

  app.post(
    `${apiPath}/channels/:id/resend/look-up`,
    {
      schema: {
        operationId: 'countResendable',
        summary: 'Count the deliveries that a resend with this filter would send',
        tags,
        params: idParams,
        body: resendFilter,
        response: { 200: resendCount, ...problemResponses(400, 401, 403, 404, 413, 415, 422, 503) },
      },
    },
    async ({ params, body }) => {
      await assertChannel(params.id);
      return { count: await deliveries.countResendable(params.id, body) };
    },
  );

  async function assertChannel(id: string): Promise<void> {
    if (!(await deliveries.hasChannel(id))) throw problems.notFound();
  }
}

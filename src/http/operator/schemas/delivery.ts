import { z } from 'zod';
import { deliveryFilter } from '../../../deliveries/history/delivery-shape.ts';
import { named, pageLimit } from '../../../platform/shapes/values.ts';

export const deliveryQuery = deliveryFilter.extend({
  cursor: z.string().min(1).max(200).optional().describe('The `next` of the previous page'),
  limit: pageLimit(200, 50),
});

export const resendFilter = named('ResendFilter', deliveryFilter);

export const resendCount = named(
  'ResendCount',
  z.object({ count: z.int().min(0).describe('The number of deliveries that would be sent again') }),
);

export const resent = named('Resent', z.object({ resent: z.int().min(0) }));

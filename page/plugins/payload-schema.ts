import { z } from 'zod';
import { laterPayload } from '../../src/intake/submission/payload-schema.ts';
import type { ObjectSchema } from '../src/rules/check-payload.ts';

/**
 * Returns the rules of the later payload revision that `check-payload.ts` reads. The earlier revision has the same rules
 * without the custom card.
 */
export function payloadSchema(): ObjectSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(laterPayload, {
    io: 'input',
    override: ({ jsonSchema }) => {
      for (const unread of ['description', 'default', 'format'] as const) delete jsonSchema[unread];
    },
  });
  return schema as unknown as ObjectSchema;
}

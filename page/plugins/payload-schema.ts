import { z } from 'zod';
import { laterPayload } from '../../src/customers/submission/payload-schema.ts';
import type { ObjectSchema } from '../src/rules/check-payload.ts';

/** Returns the rules of the later payload revision. The earlier revision has the same rules without the custom card. */
export function payloadSchema(): ObjectSchema {
  const schema = z.toJSONSchema(laterPayload, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.description;
    },
  });
  return schema as unknown as ObjectSchema;
}

import { z } from 'zod';
import { laterPayload } from '../../src/submission/payload-schema.ts';
import type { ObjectSchema } from '../src/rules/check-payload.ts';

/** The rules of the later revision's payload. The earlier one's are the same without the custom card. */
export function payloadSchema(): ObjectSchema {
  return z.toJSONSchema(laterPayload, { io: 'input' }) as unknown as ObjectSchema;
}

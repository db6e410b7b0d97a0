import type { Plugin } from 'vite';
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

const name = 'virtual:payload-schema';

/** Provides the service's payload rules as JSON Schema. zod itself would be two thirds of the page's script. */
export function payloadSchemaModule(): Plugin {
  return {
    name: 'payload-schema',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export const payloadSchema = ${JSON.stringify(payloadSchema())};` : null),
  };
}

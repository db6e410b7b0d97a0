import type { Plugin } from 'vite';
import { payloadSchema } from './payload-schema.ts';

const name = 'virtual:payload-schema';

/** Provides the service's payload rules as JSON Schema. zod itself would be two thirds of the page's script. */
export function payloadSchemaModule(): Plugin {
  return {
    name: 'payload-schema',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export const payloadSchema = ${JSON.stringify(payloadSchema())};` : null),
  };
}

import { z } from 'zod';

/** The schemas that have a name of their own in the OpenAPI document. */
export const schemaRegistry = z.registry<{ id: string; description?: string }>();

/** Gives a schema its name in the document. */
export function named<T extends z.ZodType>(id: string, schema: T): T {
  schemaRegistry.add(schema, { id });
  return schema;
}

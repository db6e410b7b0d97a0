import { z } from 'zod';
import { catalogueSchema } from '../catalogue/catalogue.ts';
import type { ApiRevision } from '../submission/payload.ts';
import { earlierPayload } from '../submission/payload-earlier.ts';
import { laterPayload } from '../submission/payload-later.ts';
import { limitsSchema } from './limits.ts';
import type { OpenApiObject } from './open-api.ts';

const accepted = z.object({
  id: z.uuidv7().meta({ description: 'The identifier of the request.' }),
  createdAt: z.iso.datetime({ precision: 3 }).meta({ description: 'When it was made, in UTC.' }),
});

const failure = z.object({
  error: z.string().meta({ description: 'The same text for every failure of this kind.' }),
  message: z.string().optional().meta({ description: 'The text of an inner failure.' }),
  issues: z
    .array(
      z.looseObject({
        code: z.string(),
        path: z.array(z.union([z.string(), z.int()])),
        message: z.string(),
      }),
    )
    .optional()
    .meta({ description: 'The rules that the payload breaks; `path` leads to the field.' }),
});

const status = z.object({ status: z.enum(['alive', 'ready']) });

/** The `components.schemas` of the document, made from what validates and what is answered. */
export function schemasOf(revision: ApiRevision): Readonly<Record<string, OpenApiObject>> {
  return {
    Payload: jsonSchema(revision === 'later' ? laterPayload : earlierPayload, 'input'),
    Accepted: jsonSchema(accepted, 'output'),
    Failure: jsonSchema(failure, 'output'),
    Limits: jsonSchema(limitsSchema, 'output'),
    Catalogue: jsonSchema(catalogueSchema, 'output'),
    Status: jsonSchema(status, 'output'),
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): OpenApiObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

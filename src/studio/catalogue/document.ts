import { z } from 'zod';
import { commissionFormSchema } from '../../intake/submission/commission-form.ts';
import type { ApiRevision } from '../../intake/submission/payload.ts';
import { earlierPayload, laterPayload } from '../../intake/submission/payload-schema.ts';
import { catalogueSchema } from './catalogue.ts';
import { limitsSchema } from './limits.ts';
import type { ApiDocument, OpenApiObject } from './open-api.ts';
import { servedOpening } from './opening-shape.ts';
import {
  askForNotice,
  checkHealth,
  checkReadiness,
  checkServing,
  getAvailability,
  getCatalogue,
  getChallenge,
  getLimits,
  getQueue,
  submitCommission,
} from './operations.ts';
import { queueSchema } from './queue-shape.ts';

/** Returns the OpenAPI 3.1 document of the public API. Its schemas derive from the ones that validate. */
export function openApiDocument(revision: ApiRevision): ApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Commission Submission Service',
      version: '1',
      description:
        'Takes commission requests from customers. Each request is a form with up to ten attachments. The service ' +
        'stores the request and every attachment, or nothing.',
      contact: { name: 'The Commission Submission Service authors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Relative to the document, so that it is also correct below a public path.
    servers: [{ url: '.' }],
    // The API is public.
    security: [],
    tags: [
      { name: 'Commissions', description: 'Submit a commission request, and what a form for it needs to know.' },
      { name: 'Operations', description: 'Probes for whoever runs the service.' },
    ],
    paths: {
      '/api/v1/commissions': { post: submitCommission },
      '/api/v1/limits': { get: getLimits },
      '/api/v1/catalogue': { get: getCatalogue },
      '/api/v1/availability': { get: getAvailability },
      '/api/v1/challenge': { get: getChallenge },
      '/api/v1/opening-notices': { post: askForNotice },
      '/api/v1/queue': { get: getQueue },
      '/healthz': { get: checkHealth },
      '/readyz': { get: checkReadiness },
      '/servez': { get: checkServing },
    },
    components: { schemas: schemasOf(revision) },
  };
}

const accepted = z.object({
  id: z.uuidv7().meta({ description: 'The identifier of the request, a UUID of version 7.' }),
  createdAt: z.iso.datetime({ precision: 3 }).meta({ description: 'When the request was created, in UTC.' }),
});

const failure = z.object({
  error: z.string().meta({
    description: 'What went wrong. The text is the same for every failure of this kind, but for the name of a file.',
  }),
  message: z.string().optional().meta({ description: 'The text of the underlying failure.' }),
  issues: z
    .array(
      z.looseObject({
        code: z.string(),
        path: z.array(z.union([z.string(), z.int()])),
        message: z.string(),
      }),
    )
    .optional()
    .meta({ description: 'The rules that the payload breaks. `path` leads to the field.' }),
});

const challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    cost: z.int(),
    data: z.object({ until: z.int().meta({ description: 'When it expires, in milliseconds since 1970.' }) }),
    keyLength: z.int(),
    keyPrefix: z.string().meta({ description: 'Hex. What the derived key must begin with.' }),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string(),
});

const openingNotice = z.object({
  email: z
    .string()
    .max(320)
    .meta({ description: 'The address to tell.', examples: ['zoe@example.org'] }),
  language: z.string().max(100).meta({ description: 'The language of the mails, as a tag such as `de`.' }),
});

const asked = z.object({ status: z.literal('asked') });

const status = z.object({ status: z.enum(['alive', 'ready', 'serving']), warning: z.string().optional() });

/** Returns the document's `components.schemas`, made from the schemas that validate. */
function schemasOf(revision: ApiRevision): Readonly<Record<string, OpenApiObject>> {
  return {
    Payload: jsonSchema(revision === 'later' ? laterPayload : earlierPayload, 'input'),
    CommissionForm: jsonSchema(commissionFormSchema, 'input'),
    Accepted: jsonSchema(accepted, 'output'),
    Failure: jsonSchema(failure, 'output'),
    Limits: jsonSchema(limitsSchema, 'output'),
    Catalogue: jsonSchema(catalogueSchema, 'output'),
    Opening: jsonSchema(servedOpening, 'output'),
    Challenge: jsonSchema(challenge, 'output'),
    OpeningNotice: jsonSchema(openingNotice, 'input'),
    Asked: jsonSchema(asked, 'output'),
    Queue: jsonSchema(queueSchema, 'output'),
    Status: jsonSchema(status, 'output'),
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): OpenApiObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    // Generators treat a field with a default as required, although a client may omit it.
    override: ({ jsonSchema }) => {
      if (io === 'input') delete jsonSchema.default;
      // Python's regular expressions, among others, have no classes of Unicode.
      if (jsonSchema.pattern?.includes('\\p{')) delete jsonSchema.pattern;
    },
  });
  return rest;
}

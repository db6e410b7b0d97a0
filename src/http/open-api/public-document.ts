import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import { commissionFormSchema } from '../../intake/submission/commission-form.ts';
import type { ApiRevision } from '../../intake/submission/payload.ts';
import { earlierPayload, laterPayload } from '../../intake/submission/payload-schema.ts';
import { type Described, type DocumentHead, generateDocument } from './generate-document.ts';
import { publicNames } from './responses.ts';

/** Resolves with the OpenAPI 3.1 document of the public routes that `addRoutes` adds. */
export async function publicDocument(
  revision: ApiRevision,
  addRoutes: (app: FastifyInstance) => Promise<void>,
): Promise<OpenAPIV3_1.Document> {
  const head: DocumentHead = {
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
    components: {
      schemas: {
        Payload: textSchema(revision === 'later' ? laterPayload : earlierPayload),
        CommissionForm: textSchema(commissionFormSchema),
      },
    },
  };
  const document = await generateDocument({ head, names: publicNames, addRoutes, complete });
  return withPlainNames(document);
}

/** The generator names the schema of a body apart from that of a response. No schema here is both. */
function withPlainNames(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const text = JSON.stringify(document).replaceAll(/("#\/components\/schemas\/\w+)Input"/g, '$1"');
  const { components, ...rest }: OpenAPIV3_1.Document = JSON.parse(text);
  const schemas = Object.entries(components?.schemas ?? {}).map(([name, schema]) => [
    name.replace(/Input$/, ''),
    schema,
  ]);
  return { ...rest, components: { ...components, schemas: Object.fromEntries(schemas) } };
}

/** The schemas are where the framework neither validates nor serialises by them. */
function complete(described: Described): Described {
  return { ...described, schema: described.route.config?.openApi ?? {} };
}

/** Returns the schema of a JSON text in the form, which no route validates. */
function textSchema(schema: z.ZodType): OpenAPIV3_1.SchemaObject {
  return z.toJSONSchema(schema, {
    io: 'input',
    // Generators treat a field with a default as required, although a client may omit it.
    override: ({ jsonSchema }) => void delete jsonSchema.default,
  }) as OpenAPIV3_1.SchemaObject;
}

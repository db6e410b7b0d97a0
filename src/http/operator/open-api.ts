import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import { operatorRoles, tokenScopes } from '../../accounts/roles.ts';
import { compileSchemasOnDemand } from '../connection/schema-compilers.ts';
import { permissionOf, takesKey } from './access/permissions.ts';
import { headersOf } from './response-headers.ts';
import { problemResponses } from './schemas/problem.ts';

interface OpenApiOptions {
  readonly version: string;
  readonly sessionCookieName: string;
}

/** Returns the OpenAPI 3.1 document of the routes that `addRoutes` adds, generated from the schemas that validate. */
export async function openApiDocument(
  { version, sessionCookieName }: OpenApiOptions,
  addRoutes: (app: FastifyInstance) => Promise<void>,
): Promise<string> {
  const app = Fastify({ schemaController: { compilersFactory: compileSchemasOnDemand } });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Commission inbox',
        version,
        description:
          'The API for operators and their programs, which process commission requests. Programs send `Authorization: Bearer csk_…`. ' +
          'Browsers sign in and send a cookie, and a page of the same origin must send each change.',
        license: { name: 'MIT', identifier: 'MIT' },
        contact: { name: 'The host of this service' },
      },
      servers: [{ url: '/' }],
      tags: tags.map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'An API token (`csk_…`)' },
          session: { type: 'apiKey', in: 'cookie', name: sessionCookieName },
        },
      },
      security: [{ token: [] }, { session: [] }],
    },
    transform(described) {
      const { schema, url } = jsonSchemaTransform(withKey(described));
      if (!schema?.summary) return { schema, url };
      const description = schema.description ?? `${schema.summary}.`;
      return {
        schema: { ...schema, description, response: withoutImpossible403(schema.response, described.route) },
        url,
      };
    },
    transformObject: jsonSchemaTransformObject,
  });

  await addRoutes(app);
  await app.ready();
  const document = withoutUnusedSchemas(withHeaders(app.swagger() as OpenAPIV3_1.Document));
  await app.close();
  // Python's regular expressions, among others, have no classes of Unicode.
  const isForeign = (key: string, value: unknown) => key === 'pattern' && String(value).includes('\\p{');
  return JSON.stringify(document, (key, value: unknown) => (isForeign(key, value) ? undefined : value));
}

type Described = Parameters<typeof jsonSchemaTransform>[0];

/** Adds `Idempotency-Key` and its responses to a change that takes one. */
function withKey(described: Described): Described {
  const { schema, route } = described;
  if (!schema?.summary || !takesKey([route.method].flat()[0] ?? '', route.url)) return described;
  const headers = z.object({ ...(schema.headers as z.ZodObject | undefined)?.shape, ...keyHeader });
  const response = { ...problemResponses(409, 422), ...(schema.response as object) };
  return { ...described, schema: { ...schema, headers, response } };
}

const keyHeader = {
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('A new random key for each change, and the same one when it is repeated: for 24 hours it is made once'),
};

/** Removes 403 from the responses of a route that the lowest role and scope may call. */
function withoutImpossible403(responses: unknown, { method, url }: RouteOptions): Readonly<Record<string, unknown>> {
  const all = responses as Readonly<Record<string, unknown>>;
  const permission = permissionOf([method].flat()[0] ?? '', url);
  if (permission === null || permission === 'public') return all;
  if (permission.role !== leastRole || permission.scope !== leastScope) return all;
  return Object.fromEntries(Object.entries(all).filter(([status]) => status !== '403'));
}

const [leastRole] = operatorRoles;
const [leastScope] = tokenScopes;

/** Adds the headers of all responses, and the redirects to the sign-in page. */
function withHeaders(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const paths = mapValues(document.paths ?? {}, (methods = {}) =>
    mapValues(methods as Methods, (operation, method) => {
      const { operationId = '', responses = {} } = operation;
      const all: Readonly<Record<string, Response>> =
        method === 'get' && '401' in responses ? { ...responses, 303: toSignIn } : responses;
      return { ...operation, responses: mapValues(all, (one, status) => withHeadersOf(operationId, status, one)) };
    }),
  );
  return { ...document, paths };
}

type Methods = Readonly<Record<string, OpenAPIV3_1.OperationObject>>;
type Response = OpenAPIV3_1.ResponseObject | OpenAPIV3_1.ReferenceObject;

const toSignIn = { description: 'A browser that asks for a page (`Accept: text/html`) is redirected to sign in' };

function withHeadersOf(operationId: string, status: string, response: Response): Response {
  const headers = headersOf(operationId, status);
  return Object.keys(headers).length === 0 ? response : { ...response, headers };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T, key: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}

/** Removes unused schemas. Each named schema is generated as input and as output, and most are used only as one. */
function withoutUnusedSchemas(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const schemas = document.components?.schemas ?? {};
  const used = new Set<string>();
  const visit = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit(document.paths ?? {});
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...document.components, schemas: kept } };
}

const tags = [
  ['Requests', 'Commission requests of customers, and the notes of operators'],
  ['Erasure', 'Permanent deletion of requests'],
  ['Files', 'Attachments of requests'],
  ['Exports', 'Downloads of many requests'],
  ['Events', 'History of changes'],
  ['Mail', 'Mail channels, and messages to customers'],
  ['Studio', 'What the form offers and how it looks: a draft, and published revisions'],
  ['Guard', 'Held requests, and senders that are blocked'],
  ['Channels', 'Receivers of notifications about requests, for owners'],
  ['Deliveries', 'Notifications that were sent or will be sent to channels'],
  ['Sign-in', 'Set-up, invitations, sessions'],
  ['Own account', 'One’s own sessions and password'],
  ['Operators', 'Accounts and invitations, for owners'],
  ['Tokens', 'Access for programs, for owners'],
] as const;

import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import { operatorRoles, tokenScopes } from '../../accounts/roles.ts';
import {
  type Described,
  type DocumentHead,
  generateDocument,
  mapResponses,
  mapValues,
} from '../open-api/generate-document.ts';
import { permissionOf, takesKey } from './access/permissions.ts';
import { headersOf } from './response-headers.ts';
import { problemResponses } from './schemas/problem.ts';

interface OpenApiOptions {
  readonly version: string;
  readonly sessionCookieName: string;
}

/** Returns the OpenAPI 3.1 document of the routes that `addRoutes` adds. */
export async function openApiDocument(
  { version, sessionCookieName }: OpenApiOptions,
  addRoutes: (app: FastifyInstance) => Promise<void>,
): Promise<string> {
  const head: DocumentHead = {
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
  };
  const document = await generateDocument({ head, names: z.globalRegistry, addRoutes, complete });
  return JSON.stringify(withHeaders(document));
}

/** Adds the description, and `Idempotency-Key` and its responses to a change that takes one. */
function complete(described: Described): Described {
  const { schema, route } = described;
  if (!schema?.summary) return described;
  const { headers, response } = takesKey([route.method].flat()[0] ?? '', route.url) ? withKey(schema) : schema;
  const description = schema.description ?? `${schema.summary}.`;
  return {
    ...described,
    schema: { ...schema, description, headers, response: withoutImpossible403(response, route) },
  };
}

function withKey({ headers, response }: FastifySchema): Pick<FastifySchema, 'headers' | 'response'> {
  return {
    headers: z.object({ ...(headers as z.ZodObject | undefined)?.shape, ...keyHeader }),
    response: { ...problemResponses(409, 422), ...(response as object) },
  };
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
  return mapResponses(document, ({ operationId = '', responses }, method) => {
    const redirects = method === 'get' && '401' in responses;
    return mapValues(redirects ? { ...responses, 303: toSignIn } : responses, (response, status) => {
      const headers = headersOf(operationId, status);
      return Object.keys(headers).length === 0 ? response : { ...response, headers };
    });
  });
}

const toSignIn = { description: 'A browser that asks for a page (`Accept: text/html`) is redirected to sign in' };

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

import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { z } from 'zod';
import { compileSchemasOnDemand } from '../connection/schema-compilers.ts';

type Transform = ReturnType<typeof createJsonSchemaTransform>;
export type Described = Parameters<Transform>[0];

/** A document without its paths. */
export type DocumentHead = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;

interface DocumentOptions {
  readonly head: DocumentHead;
  /** Names the schemas of the document. */
  readonly names: typeof z.globalRegistry;
  /** Adds the routes of the document to an app that never listens. Those without a tag are left out. */
  addRoutes(app: FastifyInstance): Promise<void>;
  /** Completes the schema of a route. */
  complete(described: Described): Described;
}

/** Resolves with the OpenAPI 3.1 document of the routes, generated from their schemas. */
export async function generateDocument(options: DocumentOptions): Promise<OpenAPIV3_1.Document> {
  const { head, names, addRoutes, complete } = options;
  const app = Fastify({ schemaController: { compilersFactory: compileSchemasOnDemand } });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const written = new Map<string, WrittenResponses>();
  const transform = createJsonSchemaTransform({ schemaRegistry: names });
  await app.register(swagger, {
    hideUntagged: true,
    openapi: head,
    convertConstToEnum: false,
    // It reads addresses of servers, which may be relative.
    stripBasePath: false,
    transform(route) {
      const described = complete(route);
      const { operationId, response } = described.schema ?? {};
      if (operationId) written.set(operationId, response as WrittenResponses);
      return transform(described);
    },
    transformObject: createJsonSchemaTransformObject({ schemaRegistry: names }),
  });
  await addRoutes(app);
  await app.ready();
  const document = withoutForeignPatterns(withoutUnusedSchemas(app.swagger() as OpenAPIV3_1.Document));
  await app.close();
  return withLeftOut(document, written);
}

type WrittenResponses = Readonly<Record<string, Pick<OpenAPIV3_1.ResponseObject, 'headers' | 'content'>>>;

/** Adds the headers and the examples of responses, which the generator leaves out. */
function withLeftOut(
  document: OpenAPIV3_1.Document,
  written: ReadonlyMap<string, WrittenResponses>,
): OpenAPIV3_1.Document {
  return mapResponses(document, ({ operationId = '', responses }) =>
    mapValues(responses, (response, status) => {
      const { headers, content } = written.get(operationId)?.[status] ?? {};
      if (!content) return response;
      const media = mapValues(response.content ?? {}, (made, type) => ({ ...content[type], ...made }));
      return { ...response, ...(headers && { headers }), content: media };
    }),
  );
}

type Responses = Readonly<Record<string, OpenAPIV3_1.ResponseObject>>;
type Operation = OpenAPIV3_1.OperationObject & { readonly responses: Responses };

/** Returns the document with other responses. */
export function mapResponses(
  document: OpenAPIV3_1.Document,
  map: (operation: Operation, method: string) => Responses,
): OpenAPIV3_1.Document {
  const paths = mapValues(document.paths ?? {}, (methods = {}) =>
    mapValues(methods as Readonly<Record<string, Operation>>, (operation, method) => ({
      ...operation,
      responses: map(operation, method),
    })),
  );
  return { ...document, paths };
}

export function mapValues<T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T, key: string) => U,
): Record<string, U> {
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

/** Python's regular expressions, among others, have no classes of Unicode. */
function withoutForeignPatterns(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const isForeign = (key: string, value: unknown) => key === 'pattern' && String(value).includes('\\p{');
  return JSON.parse(JSON.stringify(document), (key, value) => (isForeign(key, value) ? undefined : value));
}

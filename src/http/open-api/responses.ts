import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import { type Failure, failures } from '../../platform/failure/failure.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The description of a route that checks its requests and writes its responses by itself. */
    readonly openApi?: FastifySchema | undefined;
  }
}

/** The names of schemas in the public document. They are apart, because the operators' document has some of them too. */
export const publicNames: typeof z.globalRegistry = z.registry();
// A document is made of one registry, and the descriptions are in the global one.
publicNames._map = z.globalRegistry._map;

/** Returns the schema under its name in the public document. */
export function publicly<T extends z.ZodType>(id: string, schema: T): T {
  const named = schema.clone();
  publicNames.add(named, { id });
  return named;
}

/** Returns a response with a JSON body. */
export function jsonResponse(description: string, schema: z.ZodType, example?: unknown) {
  return { description, content: { 'application/json': { schema, ...(example !== undefined && { example }) } } };
}

const failureBody = publicly(
  'Failure',
  z.object({
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
  }),
);

interface DocumentedFailure {
  readonly summary: string;
  readonly failure: Failure;
}

export const catalogueUnknown: DocumentedFailure = {
  summary: 'The process has not reached the database yet, and does not know what is published',
  failure: failures.catalogueUnknown(),
};

export const requestTooLarge: DocumentedFailure = {
  summary: 'The body, the payload or the number of parts exceeds a limit',
  failure: failures.requestTooLarge(),
};

const headersTooLarge: DocumentedFailure = {
  summary: 'The request headers are larger than 16 KiB',
  failure: failures.headersTooLarge(),
};

/** Returns a response for each status of these failures and of one that every operation has, with all their examples. */
export function failureResponses(own: Readonly<Record<string, DocumentedFailure>>) {
  const all = Object.entries({ headersTooLarge, ...own });
  const statuses = [...new Set(all.map(([, { failure }]) => failure.status))];
  return Object.fromEntries(
    statuses.map((status) => [status, responseTo(all.filter(([, { failure }]) => failure.status === status))]),
  );
}

function responseTo(failed: readonly (readonly [name: string, DocumentedFailure])[]) {
  const examples = failed.map(([name, { summary, failure }]) => [name, { summary, value: failure.body }]);
  return {
    description: failed.map(([, { summary }]) => `${summary}.`).join(' '),
    headers: retryAfterOf(failed.map(([, { failure }]) => failure)),
    content: { 'application/json': { schema: failureBody, examples: Object.fromEntries(examples) } },
  };
}

/** Returns `Retry-After` (RFC 9110 section 10.2.3), the only header of a failure that clients act on. */
function retryAfterOf(failed: readonly Failure[]): Readonly<Record<string, OpenAPIV3_1.HeaderObject>> {
  const [seconds] = failed.flatMap(({ headers }) => headers?.['retry-after'] ?? []);
  if (seconds === undefined) return {};
  const description = 'How many seconds to wait before the next attempt.';
  const schema = { type: 'integer', minimum: 1 } as const;
  return { 'Retry-After': { description, required: true, schema, example: Number(seconds) } };
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider } from 'fastify';
import type { z } from 'zod';

type Immutable<T> = T extends Date ? T : T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;

/** Types queries, parameters, bodies and responses by their zod schemas. A response may be immutable. */
interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.core.$ZodType ? z.core.output<this['schema']> : unknown;
  serializer: this['schema'] extends z.core.$ZodType ? Immutable<z.core.output<this['schema']>> : unknown;
}

/** The Fastify instance that the routes of the operators' listener are added to. */
export type OperatorScope = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypes>;

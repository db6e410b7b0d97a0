import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider } from 'fastify';
import type { z } from 'zod';

type Immutable<T> = T extends Date ? T : T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;

/** Queries, parameters, bodies and responses have the types of their zod schemas; a response may be immutable. */
interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.core.$ZodType ? z.core.output<this['schema']> : unknown;
  serializer: this['schema'] extends z.core.$ZodType ? Immutable<z.core.output<this['schema']>> : unknown;
}

/** The operators' listener as its routes see it. */
export type OperatorScope = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypes>;

import { createRequire } from 'node:module';
import type { FastifyServerOptions } from 'fastify';

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

const fastifyPath = createRequire(import.meta.url).resolve('fastify');
const requireAsFastify = createRequire(fastifyPath);

/** The framework's own compilers, loaded for the first route that has a schema: they take longer to load than all of it. */
export const compileSchemasOnDemand: CompilersFactory = {
  buildValidator: (...options: unknown[]) => requireAsFastify('@fastify/ajv-compiler')()(...options),
  buildSerializer: (...options: unknown[]) => requireAsFastify('@fastify/fast-json-stringify-compiler')()(...options),
};

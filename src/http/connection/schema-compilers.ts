import { createRequire } from 'node:module';
import type { FastifyServerOptions } from 'fastify';

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

const require = createRequire(import.meta.url);

/** Fastify's own 10 s end the start of a service on a machine with other work. */
export const pluginTimeoutMs = 120_000;

/** Fastify's own compilers, loaded for the first route with a schema. They take longer to load than Fastify itself. */
export const compileSchemasOnDemand: CompilersFactory = {
  buildValidator: (...options: unknown[]) => require('@fastify/ajv-compiler')()(...options),
  buildSerializer: (...options: unknown[]) => require('@fastify/fast-json-stringify-compiler')()(...options),
};

import type { FastifyInstance } from 'fastify';

/** Returns a lookup of the methods of a path, updated when routes are added. A path without a route has no methods. */
export function watchMethods(app: FastifyInstance): (path: string) => readonly string[] {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  return (path) => routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
}

/** Returns the pattern of a route's paths. */
function patternOf(url: string): RegExp {
  const literal = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/:\w+/g, '[^/]+')}$`);
}

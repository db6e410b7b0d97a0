import { app } from './hono-app.mjs';

process.once('SIGTERM', () => process.exit(0));
Bun.serve({
  fetch: app.fetch,
  hostname: '127.0.0.1',
  port: Number(process.env.PORT),
  // The default, 128 MiB, is just above the largest form.
  maxRequestBodySize: 1024 ** 3,
});

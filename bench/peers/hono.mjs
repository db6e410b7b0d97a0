import { serve } from '@hono/node-server';
import { app } from './hono-app.mjs';

process.once('SIGTERM', () => process.exit(0));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) });

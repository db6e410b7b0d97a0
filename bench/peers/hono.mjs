import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { failure, submit } from './submit.mjs';

const app = new Hono();

app.post('/api/v1/commissions', async (context) => {
  const { status, body } = await handle(context.req).catch(failure);
  return context.json(body, status);
});

async function handle(request) {
  const form = await request.formData();
  const payload = form.get('payload');
  const files = form.getAll('files').filter((value) => value instanceof File);
  return submit({
    payloadText: typeof payload === 'string' ? payload : null,
    files: await Promise.all(files.map(readFile)),
    headers: request.header(),
  });
}

async function readFile(file) {
  return { name: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()) };
}

process.once('SIGTERM', () => process.exit(0));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) });

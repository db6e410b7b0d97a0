import multipart from '@fastify/multipart';
import fastify from 'fastify';
import * as records from './records-pg.mjs';
import { failure, maxFileBytes, submit } from './submit.mjs';

const app = fastify();
app.register(multipart, {
  // One byte over the limit shows that a file is too large, so the rest need not be kept.
  limits: { fileSize: maxFileBytes + 1, fieldSize: 1024 * 1024 },
  throwFileSizeLimit: false,
});

app.post('/api/v1/commissions', async (request, reply) => {
  const { status, body } = await handle(request).catch(failure);
  return reply.code(status).send(body);
});

async function handle(request) {
  let payloadText = null;
  const files = [];
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer();
      if (part.fieldname === 'files') files.push({ name: part.filename, type: part.mimetype, bytes });
    } else if (part.fieldname === 'payload') {
      payloadText ??= part.value;
    }
  }
  return submit({ payloadText, files, headers: request.headers }, records);
}

process.once('SIGTERM', () => process.exit(0));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });

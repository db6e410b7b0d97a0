import { Hono } from 'hono';
import * as records from './records-postgresjs.mjs';
import { failure, submit } from './submit.mjs';
import { readWebForm } from './web-form.mjs';

export const app = new Hono();

app.post('/api/v1/commissions', async (context) => {
  const { status, body } = await handle(context.req).catch(failure);
  return context.json(body, status);
});

async function handle(request) {
  const form = await readWebForm(await request.formData());
  return submit({ ...form, headers: request.header() }, records);
}

import { failure, submit } from '../../../../../submit.mjs';
import { readWebForm } from '../../../../../web-form.mjs';
import * as records from '../../../../records.mjs';

export async function POST(request) {
  const { status, body } = await handle(request).catch(failure);
  return Response.json(body, { status });
}

async function handle(request) {
  const form = await readWebForm(await request.formData());
  return submit({ ...form, headers: Object.fromEntries(request.headers) }, records);
}

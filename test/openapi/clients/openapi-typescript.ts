import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-typescript';
import type { Submit } from './submit';

/**
 * openapi-typescript generates types without a client. openapi-fetch, by the same authors, leaves the encoding of the
 * form to its caller.
 */
export const submit: Submit = async (address, { payload, files, idempotencyKey }) => {
  const { data, response } = await createClient<paths>({ baseUrl: address }).POST('/api/v1/commissions', {
    params: { header: { 'Idempotency-Key': idempotencyKey } },
    body: { payload, files: [...files] },
    bodySerializer: (body) => {
      const form = new FormData();
      form.append('payload', body.payload);
      for (const file of body.files ?? []) form.append('files', file);
      return form;
    },
  });
  return { status: response.status, id: data?.id };
};

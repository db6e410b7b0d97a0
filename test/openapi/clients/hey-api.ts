import { createClient } from '../generated/hey-api/client';
import { submitCommission } from '../generated/hey-api/sdk.gen';
import type { Submit } from './submit';

export const submit: Submit = async (address, { payload, files, idempotencyKey }) => {
  const { data, response } = await submitCommission({
    client: createClient({ baseUrl: address }),
    body: { payload, files: [...files] },
    headers: { 'Idempotency-Key': idempotencyKey },
  });
  return { status: response?.status ?? 0, id: data?.id };
};

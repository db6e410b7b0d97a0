import { submitCommission } from '../generated/orval';
import type { Submit } from './submit';

/** The address is a constant in the generated code. */
export const submit: Submit = async (_address, { payload, files, idempotencyKey }) => {
  const headers = { 'Idempotency-Key': idempotencyKey };
  const response = await submitCommission({ payload, files: [...files] }, { headers });
  return { status: response.status, id: response.status === 201 ? response.data.id : undefined };
};

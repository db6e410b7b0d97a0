import { createCommissionClient } from '@commission-submission-service/client';

/** The catalogue and the limits of the service, read once for each build. */
export default async function studio() {
  const endpoint = process.env.COMMISSION_ENDPOINT ?? 'http://127.0.0.1:3000/';
  const client = createCommissionClient({ endpoint });
  const [catalogue, limits] = await Promise.all([client.catalogue({ retries: 1 }), client.limits({ retries: 1 })]);
  return { endpoint, catalogue: answered(catalogue, endpoint), limits: answered(limits, endpoint) };
}

function answered(result, endpoint) {
  if (!result.ok) throw new Error(`The service at ${endpoint} gave no answer to build from: ${result.failure.code}`);
  return result.value;
}

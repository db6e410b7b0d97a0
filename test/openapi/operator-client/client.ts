import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../generated-for-operators/operator.ts';

export type OperatorClient = Client<paths>;

/** A caller: an address and the headers that identify the caller. */
export interface Caller {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates the generated client. `onCall` is called for each request with `GET /path 200`. */
export function openClient({ address, headers }: Caller, onCall: (call: string) => void): OperatorClient {
  const client = createClient<paths>({ baseUrl: address, headers: { ...headers } });
  client.use({
    onResponse: ({ request, response, schemaPath }) => onCall(`${request.method} ${schemaPath} ${response.status}`),
  });
  return client;
}

/**
 * Returns the data of a response.
 * @throws When the call failed.
 */
export function given<T>({ data, response }: { readonly data?: T; readonly response: Response }): NonNullable<T> {
  if (data === undefined || data === null) throw new Error(`${response.url}: ${response.status}`);
  return data;
}

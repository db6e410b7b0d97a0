/** A payload that satisfies every rule. */
export const validPayload = {
  customerName: 'Zoë Müller',
  customerEmail: 'zoe@example.org',
  message: 'A portrait of two cats 🐈🐈\nin oil',
};

export interface RawPart {
  /** The header lines without line ends. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | string;
}

export const boundary = 'test-boundary-7b1f';
export const formType = `multipart/form-data; boundary=${boundary}`;

/** Encodes the parts as a form. The bytes of headers and bodies are used as given. */
export function encodeForm(parts: readonly RawPart[]): Buffer {
  const pieces = parts.flatMap(({ headers, body }) => [
    Buffer.from(`--${boundary}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

export function payloadPart(payload: unknown = validPayload): RawPart {
  return rawPayloadPart(JSON.stringify(payload));
}

export function rawPayloadPart(text: string | Uint8Array): RawPart {
  return { headers: ['Content-Disposition: form-data; name="payload"'], body: text };
}

export function filePart(name: string, body: Uint8Array | string, contentType = 'image/png'): RawPart {
  return {
    headers: [`Content-Disposition: form-data; name="files"; filename="${name}"`, `Content-Type: ${contentType}`],
    body,
  };
}

/** Posts the bytes of a form. */
export async function postForm(
  endpoint: string,
  body: Uint8Array,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(endpoint, {
    method: 'POST',
    body: body as Uint8Array<ArrayBuffer>,
    headers: { 'content-type': formType, ...headers },
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
}

export async function postParts(endpoint: string, parts: readonly RawPart[], headers: Record<string, string> = {}) {
  return postForm(endpoint, encodeForm(parts), headers);
}

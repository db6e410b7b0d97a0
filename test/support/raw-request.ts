import { formType } from './form.ts';

const defaultHeaders = { host: '127.0.0.1', 'content-type': formType } as const;

export interface RawHead {
  readonly method?: string;
  readonly path?: string;
  /** Adds to or replaces `host` and the form's `content-type`. A null value removes the header. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** Returns the head of an HTTP/1.1 request, including the blank line. The default is the head of a submission. */
export function rawHead({ method = 'POST', path = '/api/v1/commissions', headers = {} }: RawHead): string {
  const lines = Object.entries({ ...defaultHeaders, ...headers })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Returns a whole request with a `content-length`. */
export function rawRequest(body: Uint8Array, head: RawHead = {}): Buffer {
  const headers = { 'content-length': String(body.length), ...head.headers };
  return Buffer.concat([Buffer.from(rawHead({ ...head, headers }), 'latin1'), body]);
}

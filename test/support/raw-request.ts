import { formType } from './form.ts';

const defaultHeaders = { host: '127.0.0.1', 'content-type': formType } as const;

export interface RawHead {
  readonly method?: string;
  readonly path?: string;
  /** Beside `host` and a form's `content-type`, or in their place; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** The head of an HTTP/1.1 request, by default of a submission, its blank line included. */
export function rawHead({ method = 'POST', path = '/api/v1/commissions', headers = {} }: RawHead): string {
  const lines = Object.entries({ ...defaultHeaders, ...headers })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** A whole request whose length is announced. */
export function rawRequest(body: Uint8Array, head: RawHead = {}): Buffer {
  const headers = { 'content-length': String(body.length), ...head.headers };
  return Buffer.concat([Buffer.from(rawHead({ ...head, headers }), 'latin1'), body]);
}

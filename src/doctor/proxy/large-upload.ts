import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ProxyParts } from './proxy-parts.ts';

/** What came of a form of which the beginning alone was sent. */
export type UploadOutcome =
  /** The service has seen the beginning, and rejected it. */
  | { readonly kind: 'verdict' }
  /** Somebody in between responded. */
  | { readonly kind: 'refused'; readonly status: number }
  /** Somebody in between waits for the whole body. */
  | { readonly kind: 'collected' };

/** A form of ten files of 10 MiB, with what surrounds them. */
const largestFormBytes = 105 * 1024 * 1024;

/** Longer than a busy service takes to read a hundred bytes. */
const waitMs = 8000;
const maxResponseCharacters = 4096;
const boundary = 'doctor';
/** Its payload is no JSON: the service rejects it before the rest comes, and stores nothing. */
const beginning = `--${boundary}\r\nContent-Disposition: form-data; name="payload"\r\n\r\n{\r\n--${boundary}\r\n`;

/** Announces as much as a form may have and sends a hundred bytes of it. Rejects with the error of the network. */
export function announceLargeUpload(url: URL, { connect }: ProxyParts, signal: AbortSignal): Promise<UploadOutcome> {
  const target = new URL('api/v1/commissions', url);
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = send(target, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(largestFormBytes),
      },
      agent: false,
      signal,
      ...connect,
    });
    const timer = setTimeout(() => settle({ kind: 'collected' }), waitMs);
    function settle(outcome: UploadOutcome): void {
      clearTimeout(timer);
      resolve(outcome);
      sent.destroy();
    }
    sent.on('response', (response) => {
      let text = '';
      const { statusCode: status = 0 } = response;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text = (text + chunk).slice(0, maxResponseCharacters);
        if (isVerdict(text)) settle({ kind: 'verdict' });
      });
      response.on('end', () => settle(isVerdict(text) ? { kind: 'verdict' } : { kind: 'refused', status }));
      response.on('error', () => settle({ kind: 'refused', status }));
    });
    sent.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.write(beginning);
  });
}

/** Every failure of the service has this form. */
function isVerdict(text: string): boolean {
  try {
    return typeof JSON.parse(text).error === 'string';
  } catch {
    return false;
  }
}

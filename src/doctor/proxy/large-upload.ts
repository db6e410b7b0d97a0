import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ProxyParts } from './proxy-parts.ts';

/** The outcome of a form of which only the beginning was sent. */
export type UploadOutcome =
  /** The service has seen the beginning and rejected the form. */
  | { readonly kind: 'verdict' }
  /** A proxy responded itself. */
  | { readonly kind: 'refused'; readonly status: number }
  /** A proxy waits for the whole body. */
  | { readonly kind: 'collected' };

/** A form of ten files of 10 MiB, with the parts' headers. */
const largestFormBytes = 105 * 1024 * 1024;

/** Longer than a busy service takes to read a hundred bytes. */
const waitMs = 8000;
const maxResponseCharacters = 4096;
const boundary = 'doctor';
/** The payload is no JSON, so the service rejects the form before the rest arrives, and stores nothing. */
const beginning = `--${boundary}\r\nContent-Disposition: form-data; name="payload"\r\n\r\n{\r\n--${boundary}\r\n`;

/** Announces a form of the maximum size and sends about a hundred bytes of it. Rejects with the network's error. */
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

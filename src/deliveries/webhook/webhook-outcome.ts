import type { Outcome } from '../sender.ts';
import { BlockedAddressError } from './address-policy.ts';
import type { WebhookResponse } from './webhook-client.ts';
import type { WebhookSettings } from './webhook-settings.ts';

const longestPauseMs = 24 * 60 * 60_000;

/** What a receiver's response means. */
export function outcomeOf({ status, headers, excerpt }: WebhookResponse, format: WebhookSettings['format']): Outcome {
  const seen = { status, response: new TextDecoder().decode(excerpt) };
  if (status >= 200 && status < 300) return { result: 'delivered', detail: `The receiver answered ${status}`, ...seen };
  // Discord has no 410 for a webhook that was deleted.
  if (status === 410 || (format === 'discord' && status === 404)) {
    return {
      result: 'failed',
      detail: `The receiver answered ${status}: it wants nothing more`,
      ...seen,
      isGone: true,
    };
  }
  const detail = status >= 300 && status < 400 ? 'redirects are not followed' : 'it will be tried again';
  const pauseMs = pauseOf(headers['retry-after'], Date.now());
  return { result: 'retry', detail: `The receiver answered ${status}: ${detail}`, ...seen, pauseMs };
}

/** What a try that got no response means. */
export function outcomeOfFailure(error: unknown): Outcome {
  return { result: 'retry', detail: describe(error), status: null, response: null };
}

/** `Retry-After` in seconds, which Discord writes with fractions, or as a date (RFC 9110 section 10.2.3). */
export function pauseOf(header: string | string[] | undefined, nowMs: number): number {
  const text = [header].flat()[0]?.trim() ?? '';
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(Math.ceil(ms), 0), longestPauseMs);
}

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the receiver has no address',
  EAI_AGAIN: 'The name of the receiver could not be looked up',
  ECONNREFUSED: 'Nothing listens at the address of the receiver',
  ECONNRESET: 'The receiver closed the connection before it answered',
  UND_ERR_SOCKET: 'The receiver closed the connection before it answered',
  UND_ERR_CONNECT_TIMEOUT: 'The receiver could not be reached in time',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large',
  ETIMEDOUT: 'The receiver could not be reached in time',
  EHOSTUNREACH: 'There is no way to the address of the receiver',
  ENETUNREACH: 'There is no way to the address of the receiver',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired',
  CERT_NOT_YET_VALID: 'The certificate of the receiver is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The receiver vouches for its certificate itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'Nobody known vouches for the certificate of the receiver',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Nobody known vouches for the certificate of the receiver',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Nobody known vouches for the certificate of the receiver',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another name',
};

function describe(error: unknown): string {
  if (error instanceof BlockedAddressError) return `${error.message}: set DELIVERY_ALLOW_PRIVATE=true to allow it`;
  if (!(error instanceof Error)) return 'The receiver could not be reached';
  if (error.name === 'TimeoutError') return 'The receiver did not answer in time';
  if (error.name === 'AbortError') return 'The service was stopped before the receiver answered';
  const { code = '', cause } = error as NodeJS.ErrnoException;
  const known = sentences[code] ?? sentences[(cause as NodeJS.ErrnoException | undefined)?.code ?? ''];
  if (known !== undefined) return known;
  return error.name === 'HTTPParserError' || /^(?:HPE_|ERR_SSL|EPROTO)/.test(code)
    ? 'The receiver does not speak HTTP as the URL says'
    : `The receiver could not be reached (${code || error.name})`;
}

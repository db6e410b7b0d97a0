import type { Outcome } from '../ledger/sender.ts';
import { BlockedAddressError } from './address-policy.ts';
import type { ReceiverResponse } from './receiver-client.ts';

const longestPauseMs = 24 * 60 * 60_000;

/** A response with its beginning as text. */
interface ReadResponse {
  readonly status: number;
  readonly text: string;
}

/** Whether the receiver refuses further deliveries, so that the channel is disabled. */
export type IsUnwanted = (response: ReadResponse) => boolean;

export function outcomeOf({ status, headers, excerpt }: ReceiverResponse, isUnwanted: IsUnwanted): Outcome {
  const response = new TextDecoder().decode(excerpt);
  const shown = { status, response };
  if (status >= 200 && status < 300)
    return { result: 'delivered', cause: 'accepted', detail: `The receiver responded with ${status}`, ...shown };
  if (isUnwanted({ status, text: response })) {
    return {
      result: 'failed',
      cause: 'gone',
      detail: `The receiver responded with ${status}: it accepts no more deliveries`,
      ...shown,
      isGone: true,
    };
  }
  const isRedirect = status >= 300 && status < 400;
  const cause = isRedirect ? 'redirected' : 'error-response';
  const detail = isRedirect ? 'redirects are not followed' : 'the delivery will be retried';
  const pauseMs = pauseOf(headers['retry-after'], Date.now());
  return { result: 'retry', cause, detail: `The receiver responded with ${status}: ${detail}`, ...shown, pauseMs };
}

/** Returns the outcome of an attempt that got no response. */
export function outcomeOfFailure(error: unknown): Outcome {
  return { result: 'retry', ...reasonOf(error), status: null, response: null };
}

/** Parses `Retry-After`: seconds, with fractions from Discord, or a date in GMT (RFC 9110 section 10.2.3), else 0. */
function pauseOf(header: string | string[] | undefined, nowMs: number): number {
  const text = [header].flat()[0]?.trim() ?? '';
  const isSeconds = /^\d+(?:\.\d+)?$/.test(text);
  if (!isSeconds && !text.endsWith(' GMT')) return 0;
  const ms = isSeconds ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(Math.ceil(ms), 0), longestPauseMs);
}

type Reason = Pick<Outcome, 'cause' | 'detail'>;

const reason = (cause: Outcome['cause'], detail: string): Reason => ({ cause, detail });

const connectTimeout = reason('no-connection', 'The receiver could not be reached in time');
const noRoute = reason('no-connection', 'There is no route to the address of the receiver');
const closed = reason('broken-off', 'The receiver closed the connection before it responded');
const unknownIssuer = reason('bad-certificate', 'The certificate of the receiver is from an unknown issuer');

const reasons: Readonly<Record<string, Reason>> = {
  ENOTFOUND: reason('unknown-name', 'The host name of the receiver has no address'),
  EAI_AGAIN: reason('unknown-name', 'The host name of the receiver could not be resolved'),
  ECONNREFUSED: reason('no-connection', 'Nothing listens at the address of the receiver'),
  ECONNRESET: closed,
  EPIPE: closed,
  ECONNABORTED: closed,
  UND_ERR_SOCKET: closed,
  UND_ERR_CONNECT_TIMEOUT: connectTimeout,
  UND_ERR_HEADERS_OVERFLOW: reason('no-http', 'The headers of the response are too large'),
  ETIMEDOUT: connectTimeout,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  CERT_HAS_EXPIRED: reason('bad-certificate', 'The certificate of the receiver has expired'),
  CERT_NOT_YET_VALID: reason('bad-certificate', 'The certificate of the receiver is not valid yet'),
  DEPTH_ZERO_SELF_SIGNED_CERT: reason('bad-certificate', 'The certificate of the receiver is self-signed'),
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  ERR_TLS_CERT_ALTNAME_INVALID: reason('bad-certificate', 'The certificate of the receiver is for another host name'),
};

function reasonOf(error: unknown): Reason {
  if (error instanceof BlockedAddressError) {
    return reason('private-address', `${error.message}: set DELIVERY_ALLOW_PRIVATE=true to allow it`);
  }
  if (!(error instanceof Error)) return reason('no-connection', 'The receiver could not be reached');
  if (error.name === 'TimeoutError') return reason('too-slow', 'The receiver did not respond in time');
  if (error.name === 'AbortError') return reason('stopped', 'The service was stopped before the receiver responded');
  const { code = '', cause } = error as NodeJS.ErrnoException;
  const known = reasons[code];
  if (known !== undefined) return known;
  // `fetch` gives its reason as the cause alone.
  if (cause instanceof Error) return reasonOf(cause);
  return error.name === 'HTTPParserError' || /^(?:HPE_|ERR_SSL|EPROTO)/.test(code)
    ? reason('no-http', 'The receiver does not use the protocol of the URL')
    : reason('no-connection', `The receiver could not be reached (${code || error.message || error.name})`);
}

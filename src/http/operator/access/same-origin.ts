import type { IncomingHttpHeaders } from 'node:http';

/** Whether a page of this listener sent the request. */
export type IsSameOrigin = (headers: IncomingHttpHeaders) => boolean;

/** Browsers say it of every method but `GET` and `HEAD` (Fetch, "append a request Origin header"); programs need not. */
export function saysItsOrigin(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}

/**
 * Browsers say where a request comes from: all of today's by `Sec-Fetch-Site` (W3C Fetch Metadata), older ones by `Origin`.
 * What says neither is not believed.
 *
 * @param origin Of the address that people use; null: the one that the request names as its host, over plain http.
 */
export function createSameOriginCheck(origin: string | null): IsSameOrigin {
  return (headers) => {
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site === 'same-origin';
    return headers.origin !== undefined && headers.origin === (origin ?? `http://${headers.host}`);
  };
}

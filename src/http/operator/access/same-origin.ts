import type { IncomingHttpHeaders } from 'node:http';

/** Whether a page of this listener sent the request. */
export type IsSameOrigin = (headers: IncomingHttpHeaders) => boolean;

/**
 * Browsers send one of these headers with every method except `GET` and `HEAD` (Fetch, "append a request Origin
 * header"). Programs may omit them.
 */
export function hasOriginHeaders(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}

/**
 * Creates a check whether a page of this listener sent the request. Current browsers send `Sec-Fetch-Site` (W3C Fetch
 * Metadata), older ones `Origin`. A request with neither header fails the check.
 *
 * @param origin The origin that people use, or null for plain http at the host that the request names.
 */
export function createSameOriginCheck(origin: string | null): IsSameOrigin {
  return (headers) => {
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site === 'same-origin';
    return headers.origin !== undefined && headers.origin === (origin ?? `http://${headers.host}`);
  };
}

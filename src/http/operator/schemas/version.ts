import { z } from 'zod';
import type { InboxRequest } from '../../../requests/facets/registry.ts';

export const ifMatchHeaders = z.object({
  'if-match': z.string().optional().describe('The ETag of the version that you read'),
});

/** No request has this version. */
const noVersion = 0;

/** Returns the version as an entity tag (RFC 9110 section 8.8.3). */
export function etagOf({ version }: Pick<InboxRequest, 'version'>): string {
  return `"${version}"`;
}

/** Returns the version that the body or `If-Match` of a change names, or null. Two different ones match no request. */
export function seenVersion(inBody: number | undefined, ifMatch: string | undefined): number | null {
  const inHeader = versionOf(ifMatch);
  if (inBody === undefined) return inHeader;
  return inHeader === null || inHeader === inBody ? inBody : noVersion;
}

/**
 * Accepts weak tags and tags with a suffix (`"3-gzip"`, Apache), which compressing proxies make of strong tags, and
 * numbers without quotation marks. Any other tag matches no version. `*` and an empty header name no version.
 */
function versionOf(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ['', '*'].includes(ifMatch.trim())) return null;
  const [, quoted, bare] =
    /^\s*(?:(?:W\/)?"([1-9]\d{0,8})(?:-(?:gzip|br|zstd))?"|([1-9]\d{0,8}))\s*$/.exec(ifMatch) ?? [];
  return Number(quoted ?? bare ?? noVersion);
}

import type { InboxRequest } from '../../../inbox/inbox.ts';

/** No request has this version. */
const noVersion = 0;

/** The version as an entity tag (RFC 9110 section 8.8.3). */
export function etagOf({ version }: InboxRequest): string {
  return `"${version}"`;
}

/**
 * The version that a change names, in its body or as `If-Match`; null when in neither. Two that differ match no version.
 */
export function seenVersion(inBody: number | undefined, ifMatch: string | undefined): number | null {
  const inHeader = versionOf(ifMatch);
  if (inBody === undefined) return inHeader;
  return inHeader === null || inHeader === inBody ? inBody : noVersion;
}

/**
 * A proxy that compresses makes a weak tag of a strong one, or adds to it how (`"3-gzip"`, Apache), so all are taken, and a number
 * without quotation marks too; a tag that is not one of ours matches no version, and `*` and an empty header name none.
 */
function versionOf(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ['', '*'].includes(ifMatch.trim())) return null;
  const [, quoted, bare] =
    /^\s*(?:(?:W\/)?"([1-9]\d{0,8})(?:-(?:gzip|br|zstd))?"|([1-9]\d{0,8}))\s*$/.exec(ifMatch) ?? [];
  return Number(quoted ?? bare ?? noVersion);
}

import type { InboxRequest } from '../../../inbox/inbox.ts';

/** No request has this version. */
const noVersion = 0;

/** The version as an entity tag (RFC 9110 section 8.8.3). */
export function etagOf({ version }: InboxRequest): string {
  return `"${version}"`;
}

/**
 * The version that an `If-Match` names. A proxy that compresses makes a weak tag of a strong one, so both are taken; a tag
 * that is not one of ours matches no version, and `*` names none.
 */
export function versionOf(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const [, digits] = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(ifMatch) ?? [];
  return digits === undefined ? noVersion : Number(digits);
}

import type { core } from 'zod';

/** A longer list of extras is looked through by itself: the rules of a schema take a microsecond for each item. */
export const longListItems = 1000;

/** At most this many extras of one payload get an issue each; a mebibyte could turn into an answer of 68 MiB. */
export const maxExtraIssues = 1000;

/** A payload whose list of extras is long. */
export interface LongExtras {
  /** The payload with the bad ones alone in its list. */
  readonly withBadOnly: object;
  /** The list as it was sent. */
  readonly extraIds: readonly string[];
  /** An issue of `withBadOnly` as it is for the whole list. */
  issueOfWhole(issue: core.$ZodIssue): core.$ZodIssue;
}

/** Null for a payload with a shorter list, or none. */
export function readLongExtras(payload: unknown): LongExtras | null {
  if (typeof payload !== 'object' || payload === null || !('extraIds' in payload)) return null;
  const { extraIds } = payload;
  if (!Array.isArray(extraIds) || extraIds.length <= longListItems) return null;
  const badAt = findBad(extraIds);
  return {
    withBadOnly: { ...payload, extraIds: badAt.map((at) => extraIds[at]) },
    extraIds,
    issueOfWhole(issue) {
      const [field, index] = issue.path;
      const at = field === 'extraIds' && typeof index === 'number' ? badAt[index] : undefined;
      return at === undefined ? issue : { ...issue, path: ['extraIds', at] };
    },
  };
}

function findBad(ids: readonly unknown[]): number[] {
  const badAt: number[] = [];
  for (let at = 0; at < ids.length && badAt.length < maxExtraIssues; at += 1) {
    if (isBad(ids[at])) badAt.push(at);
  }
  return badAt;
}

function isBad(id: unknown): boolean {
  return typeof id !== 'string' || id === '' || id.includes('\u0000') || !id.isWellFormed();
}

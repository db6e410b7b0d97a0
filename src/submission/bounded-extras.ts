/** At most this many extras of one payload get an issue each. */
export const maxExtraIssues = 1000;

/**
 * The payload with its list of extras cut behind the last bad one that may get an issue. A list of a mebibyte could
 * otherwise turn into an answer of 68 MiB, made while every other request waits. A good list is never touched.
 */
export function boundInvalidExtras(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('extraIds' in payload)) return payload;
  const { extraIds } = payload;
  if (!Array.isArray(extraIds) || extraIds.length <= maxExtraIssues) return payload;
  let bad = 0;
  const end = extraIds.findIndex((id) => isBad(id) && ++bad === maxExtraIssues);
  return end === -1 ? payload : { ...payload, extraIds: extraIds.slice(0, end + 1) };
}

function isBad(id: unknown): boolean {
  return typeof id !== 'string' || id === '' || id.includes('\u0000') || !id.isWellFormed();
}

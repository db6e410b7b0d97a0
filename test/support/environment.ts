/**
 * Merges environment variables of the service. Later values replace earlier ones; the members of `TIME_LIMITS` are
 * merged.
 */
export function mergeEnvironments(...environments: readonly Readonly<Record<string, string>>[]) {
  const timeLimits = environments.flatMap(({ TIME_LIMITS }) => TIME_LIMITS ?? []).join(',');
  return { ...Object.assign({}, ...environments), ...(timeLimits && { TIME_LIMITS: timeLimits }) } as Record<
    string,
    string
  >;
}

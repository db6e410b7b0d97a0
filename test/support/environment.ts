/** Variables of the service, the later ones before the earlier; the members of `TIME_LIMITS` add up. */
export function mergeEnvironments(...environments: readonly Readonly<Record<string, string>>[]) {
  const timeLimits = environments.flatMap(({ TIME_LIMITS }) => TIME_LIMITS ?? []).join(',');
  return { ...Object.assign({}, ...environments), ...(timeLimits && { TIME_LIMITS: timeLimits }) } as Record<
    string,
    string
  >;
}

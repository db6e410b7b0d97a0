import { emptyGroups } from 'virtual:studio-defaults';

/** Returns a group in which nothing is set yet. Its time zone begins with this browser's. */
export function emptyGroup(name: string): object | null {
  const group = emptyGroups[name] ?? null;
  if (group === null || !('timeZone' in group)) return group;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // Some browsers do not know theirs, and call it `Etc/Unknown`.
  return Intl.supportedValuesOf('timeZone').includes(timeZone) ? { ...group, timeZone } : group;
}

import { emptyGroups } from 'virtual:studio-defaults';

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
// Some browsers do not know theirs, and call it `Etc/Unknown`.
const ownZone = Intl.supportedValuesOf('timeZone').includes(timeZone) ? { timeZone } : {};

/** Returns a group in which nothing is set yet. Its time zone begins with this browser's. */
export function emptyGroup(name: string): object | null {
  const group = emptyGroups[name] ?? null;
  return group !== null && 'timeZone' in group ? { ...group, ...ownZone } : group;
}

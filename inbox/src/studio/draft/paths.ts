import { emptyGroups } from 'virtual:studio-defaults';

/** The way to a member of the document: keys of objects, and positions in lists. */
export type Path = readonly (string | number)[];

export function valueAt(whole: unknown, path: Path): unknown {
  let value = whole;
  for (const [index, step] of path.entries()) {
    value = Object(value ?? emptyGroup(String(path[index - 1])))[step];
  }
  return value;
}

/** Returns a copy with another value at the path. A group that is not set yet begins with its starting values. */
export function withValue<T>(whole: T, path: Path, value: unknown): T {
  const [step, ...rest] = path;
  if (step === undefined) return value as T;
  const part = Object(whole)[step] ?? (rest.length > 0 ? emptyGroup(String(step)) : null);
  const next = withValue(part, rest, value);
  if (Array.isArray(whole)) return whole.with(Number(step), next) as T;
  return { ...whole, [step]: next };
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
// Some browsers do not know theirs, and call it `Etc/Unknown`.
const ownZone = Intl.supportedValuesOf('timeZone').includes(timeZone) ? { timeZone } : {};

/** Returns a group with its starting values. Its time zone begins with this browser's. */
export function emptyGroup(name: string): object | null {
  const group = emptyGroups[name] ?? null;
  return group !== null && 'timeZone' in group ? { ...group, ...ownZone } : group;
}

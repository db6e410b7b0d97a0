import { defaultsAt } from 'virtual:studio-defaults';
import type { Path } from './paths.ts';

/** Returns the default members of an object, or of an entry of a list, by the schema. */
export function defaultsOf(path: Path): object {
  return defaultsAt[path.filter((step) => typeof step === 'string').join('/')] ?? {};
}

/** Returns a document of another version, or a part of it, with the members that it does not have. */
export function withDefaults<T>(value: T, path?: Path): T;
export function withDefaults(value: unknown, path: Path = []): unknown {
  if (Array.isArray(value)) return value.map((one) => withDefaults(one, path));
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withDefaults(one, [...path, key])]));
  // The order of the members stays: drafts are compared as JSON.
  return { ...known, ...defaultsOf(path), ...known };
}

import type { Studio } from './draft-shapes.ts';

/** Keys that customers see as they are in the document. The form shows the others only when they are set. */
const always = ['title', 'introduction', 'afterwards', 'contact', 'labels', 'types', 'extras', 'customCards'];
/** What the service works out for customers. */
const computed = ['opening'];

/** Returns the draft as its form would get it: without what is hidden, and without keys that nobody has set. */
export function previewCatalogue(document: Studio): Readonly<Record<string, unknown>> {
  const entries = Object.entries(document).filter(([key]) => !computed.includes(key));
  const shown = entries.map(([key, value]) => [key, withoutHidden(value)] as const);
  return Object.fromEntries(shown.filter(([key, value]) => always.includes(key) || isSet(value)));
}

function withoutHidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => Object(one).hidden !== true).map(withoutHidden);
  if (typeof value !== 'object' || value === null) return value;
  const { hidden: _, ...rest } = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, withoutHidden(one)]));
}

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value !== 'object') return value !== undefined;
  return value !== null && Object.values(value).some((one) => one !== null);
}

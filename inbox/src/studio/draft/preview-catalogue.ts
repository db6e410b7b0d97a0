import { withKnownTypes } from '../../../../src/studio/document/known-types.ts';
import type { Studio } from './draft-shapes.ts';
import { isLocalized } from './localized.ts';
import { pictureUrl } from './picture-url.ts';

/** Keys that customers see as they are in the document. The form shows the others only when they are set. */
const always = ['title', 'introduction', 'afterwards', 'contact', 'labels', 'types', 'extras', 'customCards'];
/** What the service works out for customers. */
const computed = ['opening', 'guard', 'queue'];
/** Keys of entries that are absent while they are not set. */
const ofEntries = ['price', 'percent', 'pictures'];

/** The loaded pictures by their SHA-256. */
export type DraftPictures = ReadonlyMap<
  string,
  { readonly width: number; readonly height: number; readonly bytes: Blob }
>;

/**
 * Returns the draft as its form would get it: without hidden entries, keys that are not set and pictures that are not
 * loaded.
 */
export function previewCatalogue(
  document: Studio,
  pictures: DraftPictures = new Map(),
): Readonly<Record<string, unknown>> {
  const hasPrices = document.prices !== null;
  const questions = withKnownTypes(document.questions, document.types);
  const entries = Object.entries({ ...document, questions }).filter(
    ([key, value]) => !computed.includes(key) && !isUnloaded(value),
  );
  const shown = entries.map(([key, value]) => [key, offered(value)] as const);
  const terms = document.terms.map((one) => ({ ...one, sha256: {} }));
  const all = Object.fromEntries(shown.filter(([key, value]) => always.includes(key) || isSet(value)));
  const { queue } = document;
  return {
    ...all,
    // Nothing is agreed to in a preview.
    ...(terms.length > 0 && { terms }),
    ...(queue?.isShown && { queue: { asksName: queue.asksName } }),
  };

  function offered(value: unknown): unknown {
    if (Array.isArray(value))
      return value.filter((one) => Object(one).hidden !== true && !isUnloaded(one)).map(offered);
    if (typeof value !== 'object' || value === null || isLocalized(value)) return value;
    if ('sha256' in value) return shownPicture(value as Picture);
    const { hidden: _, ...rest } = value as Readonly<Record<string, unknown>>;
    const kept = Object.entries(rest).filter(([key, one]) => !ofEntries.includes(key) || isOffered(one));
    return Object.fromEntries(kept.map(([key, one]) => [key, offered(one)]));
  }

  /** A price without a currency says nothing. */
  function isOffered(value: unknown): boolean {
    if (Array.isArray(value)) return value.some((one) => !isUnloaded(one));
    return isSet(value) && hasPrices;
  }

  /** The addresses are those of the inbox, whose pages have the pictures too. */
  function shownPicture({ sha256, ...rest }: Picture) {
    const { width, height } = Object(pictures.get(sha256));
    return { url: pictureUrl(sha256), largeUrl: pictureUrl(sha256), width, height, ...rest };
  }

  function isUnloaded(value: unknown): boolean {
    const { sha256 } = Object(value);
    return typeof sha256 === 'string' && !pictures.has(sha256);
  }
}

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value !== 'object') return value !== undefined;
  return value !== null && Object.values(value).some((one) => one !== null);
}

interface Picture {
  readonly sha256: string;
}

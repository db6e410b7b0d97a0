import type { core } from 'zod';
import { type Fault, faultsOf, sentenceOf } from './faults.ts';
import { maxStudioBytes, type Studio, type StudioFile, studioFileSchema, studioSchema } from './studio.ts';

type StudioResult = { readonly studio: Studio } | { readonly faults: readonly Fault[] };

/** Checks a document. Returns the whole studio, or all faults at once. */
export function readStudio(document: unknown): StudioResult {
  const { data, error } = studioSchema.safeParse(document, { reportInput: true });
  if (error) return { faults: error.issues.flatMap(faultsOf) };
  if (Buffer.byteLength(JSON.stringify(data)) > maxStudioBytes)
    return { faults: [{ path: [], predicate: `has more than ${maxStudioBytes / 1024} KiB`, code: 'too_big' }] };
  const faults = impossibleTypes(data);
  return faults.length > 0 ? { faults } : { studio: data };
}

export type NamedPictures = Pick<StudioFile, 'image' | 'icon'>;

type FileResult =
  | { readonly file: StudioFile; readonly keys: readonly string[] }
  /** `pictures`: those that are named rightly, so that missing files are reported beside the faults. */
  | { readonly faults: readonly string[]; readonly pictures: NamedPictures };

/**
 * Reads the text of a studio's file (JSON, UTF-8). Returns its content with the keys that it sets, or all faults at once:
 * each is a predicate about the file, or a sentence with a path in the file.
 */
export function readStudioFile(text: string): FileResult {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { faults: [`is not valid JSON: ${(error as Error).message}`], pictures: { image: null, icon: null } };
  }
  const { data, error } = studioFileSchema.safeParse(value, { reportInput: true });
  return error ? { faults: sentencesOf(error), pictures: namedPictures(value) } : { file: data, keys: keysOf(value) };
}

/** As `readStudioFile`, with the rules for publishing. A file that is served already stays served. */
export function readNewStudioFile(text: string): FileResult {
  const read = readStudioFile(text);
  if ('faults' in read) return read;
  const { file } = read;
  const faults = impossibleTypes(file).map((fault) => sentenceOf(fault, 'the file'));
  return faults.length > 0 ? { faults, pictures: { image: file.image, icon: file.icon } } : read;
}

function sentencesOf({ issues }: { readonly issues: readonly core.$ZodIssue[] }): readonly string[] {
  return issues.flatMap(faultsOf).map((fault) => sentenceOf(fault, 'the file'));
}

function namedPictures(value: unknown): NamedPictures {
  const { image, icon } = Object(value) as Readonly<Record<string, unknown>>;
  const { shape } = studioFileSchema;
  return { image: shape.image.safeParse(image).data ?? null, icon: shape.icon.safeParse(icon).data ?? null };
}

function keysOf(value: unknown): readonly string[] {
  return Object.keys(Object(value));
}

/**
 * Returns a fault for each offered type of which one request takes more slots than there are. A limit of no slots is
 * allowed.
 */
export function impossibleTypes({ opening, types }: Studio): readonly Fault[] {
  if (opening === null) return [];
  const { slots, weightByType } = opening;
  const [limits, weights] = [slots.byType, weightByType].map((byType) => new Map(Object.entries(byType)));
  return types.flatMap(({ id, hidden }) => {
    const most = Math.min(...[slots.total, limits?.get(id)].map((limit) => limit || Number.POSITIVE_INFINITY));
    const weight = weights?.get(id) ?? 1;
    if (hidden || weight <= most) return [];
    const predicate = `must be at most ${most}, the slots that there are: nobody could have this type`;
    return [{ path: ['opening', 'weightByType', id], predicate, code: 'custom' }];
  });
}

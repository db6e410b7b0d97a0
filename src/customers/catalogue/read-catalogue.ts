import type { core } from 'zod';
import { type CatalogueFile, catalogueFileSchema } from './catalogue.ts';
import { pictureFile } from './picture.ts';

const expectations: Readonly<Record<string, string>> = {
  string: 'must be a text',
  record: 'must be a text, or an object of texts by language',
  array: 'must be a list',
  object: 'must be an object',
};

export type NamedPictures = Pick<CatalogueFile, 'image' | 'icon'>;

/** Each fault is a predicate about the file, or a sentence that names a place in the file. */
type CatalogueResult =
  | { readonly file: CatalogueFile }
  /** `pictures`: those that are named rightly, so that missing files are reported beside the faults. */
  | { readonly faults: readonly string[]; readonly pictures: NamedPictures };

/** Reads the text of a catalogue file (JSON, UTF-8). Returns the file's content, or all faults at once. */
export function readCatalogue(text: string): CatalogueResult {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { faults: [`is not valid JSON: ${(error as Error).message}`], pictures: { image: null, icon: null } };
  }
  const { data, error } = catalogueFileSchema.safeParse(value, { reportInput: true });
  return error ? { faults: error.issues.flatMap(faultsOf), pictures: namedPictures(value) } : { file: data };
}

function namedPictures(value: unknown): NamedPictures {
  const { image, icon } = Object(value) as Readonly<Record<string, unknown>>;
  const nameOf = (name: unknown) => pictureFile.safeParse(name).data ?? null;
  return { image: nameOf(image), icon: nameOf(icon) };
}

/** Returns an issue as sentences for the author of the file: "`types[0].name` is missing". */
function faultsOf(issue: core.$ZodIssue): readonly string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${placeOf([...issue.path, key])} is no key of a catalogue`);
  }
  return [`${placeOf(issue.path)} ${predicateOf(issue)}`];
}

function predicateOf(issue: core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return expectations[issue.expected] ?? `must be of the type ${issue.expected}`;
    case 'too_small':
      return 'is empty';
    case 'too_big':
      return `has more than ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'characters'}`;
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an e-mail address' : issue.message;
    case 'invalid_key':
      // The reason is one level down.
      return issue.issues[0]?.message ?? issue.message;
    default:
      return issue.message.replace(/^Invalid text: /, '');
  }
}

function placeOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the file';
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return `\`${steps.join('').replace(/^\./, '')}\``;
}

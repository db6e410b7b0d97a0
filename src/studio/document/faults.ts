import type { core } from 'zod';

/** A fault in a studio's document, with its path. */
export interface Fault {
  readonly path: readonly PropertyKey[];
  /** Completes the path to a sentence: `is missing`. */
  readonly predicate: string;
  /** The code of zod's issue. */
  readonly code: string;
}

const expectations: Readonly<Record<string, string>> = {
  string: 'must be a text',
  boolean: 'must be true or false',
  int: 'must be a whole number',
  number: 'must be a number',
  record: 'must be a text, or an object of texts by language',
  array: 'must be a list',
  object: 'must be an object',
};

export function faultsOf(issue: core.$ZodIssue): readonly Fault[] {
  const { code, path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], predicate: 'is no key of a catalogue', code }));
  }
  return [{ path, predicate: predicateOf(issue), code }];
}

/**
 * Returns the fault as a sentence for the author of the document: "`types[0].name` is missing".
 * @param whole The name of the whole document.
 */
export function sentenceOf({ path, predicate }: Fault, whole: string): string {
  return `${path.length === 0 ? whole : pathText(path)} ${predicate}`;
}

function predicateOf(issue: core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return expectations[issue.expected] ?? `must be of the type ${issue.expected}`;
    case 'too_small':
      return issue.origin === 'string' ? 'is empty' : `must be at least ${issue.minimum}`;
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an e-mail address' : issue.message;
    case 'invalid_key':
      // The reason is one level down.
      return issue.issues[0]?.message ?? issue.message;
    default:
      return issue.message.replace(/^Invalid text: /, '');
  }
}

function tooBig({ origin, maximum }: core.$ZodIssueTooBig): string {
  if (origin === 'array') return `has more than ${maximum} entries`;
  return origin === 'string' ? `has more than ${maximum} characters` : `must be at most ${maximum}`;
}

function pathText(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return `\`${steps.join('').replace(/^\./, '')}\``;
}

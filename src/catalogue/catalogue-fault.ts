import type { core } from 'zod';

const expectations: Readonly<Record<string, string>> = {
  string: 'must be a text',
  record: 'must be a text, or an object of texts by language',
  array: 'must be a list',
  object: 'must be an object',
};

/** Each issue as sentences for whoever writes the file: "`types[0].name` is missing". */
export function faultsOf(issue: core.$ZodIssue): readonly string[] {
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
      // The reason stands one level down.
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

/** The parts of GitHub's formats that the files of `.github` use. No registry has a package of its schemas. */

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string', minLength: 1 };
const flag: Schema = { type: 'boolean' };

function list(items: Schema): Schema {
  return { type: 'array', minItems: 1, uniqueItems: true, items };
}

function oneOf(...values: readonly string[]): Schema {
  return { enum: values };
}

function record(required: Readonly<Record<string, Schema>>, optional: Readonly<Record<string, Schema>> = {}): Schema {
  const properties = { ...required, ...optional };
  return { type: 'object', required: Object.keys(required), properties, additionalProperties: false };
}

const update = record(
  {
    'package-ecosystem': oneOf('npm', 'github-actions', 'docker', 'docker-compose'),
    schedule: record({ interval: oneOf('daily', 'weekly', 'monthly') }),
  },
  {
    directory: { type: 'string', pattern: '^/' },
    directories: list({ type: 'string', pattern: '^/' }),
    cooldown: record({ 'default-days': { type: 'integer', minimum: 1, maximum: 90 } }),
    groups: {
      type: 'object',
      additionalProperties: record({}, { 'dependency-type': oneOf('production', 'development'), patterns: list(text) }),
    },
    ignore: list(
      record(
        { 'dependency-name': text },
        {
          versions: list(text),
          'update-types': list({ type: 'string', pattern: '^version-update:semver-(major|minor|patch)$' }),
        },
      ),
    ),
  },
);

export const dependabotSchema: Schema = record({
  version: { const: 2 },
  updates: list({ ...update, oneOf: [{ required: ['directory'] }, { required: ['directories'] }] }),
});

function question(type: string, attributes: Schema): Schema {
  return record({ type: { const: type }, attributes }, { id: text, validations: record({ required: flag }) });
}

const words = { description: text, placeholder: text, value: text };

export const issueFormSchema: Schema = record({
  name: text,
  description: text,
  body: list({
    oneOf: [
      record({ type: { const: 'markdown' }, attributes: record({ value: text }) }),
      question('input', record({ label: text }, words)),
      question('textarea', record({ label: text }, { ...words, render: text })),
      question('dropdown', record({ label: text, options: list(text) }, { description: text, multiple: flag })),
    ],
  }),
});

export const issueChooserSchema: Schema = record({ blank_issues_enabled: flag });

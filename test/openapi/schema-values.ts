import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

type Part = Readonly<Record<string, unknown>>;

/** Resolves with the places of defaults and examples that do not fit their own schema, in the document of a folder. */
export async function wrongValuesIn(directory: string): Promise<readonly string[]> {
  return wrongValuesOf(JSON.parse(await readFile(join(directory, 'openapi.json'), 'utf8')));
}

/** Like `wrongValuesIn`, for a document. */
export function wrongValuesOf(document: Part): readonly string[] {
  const ajv = formats.default(new Ajv2020({ strict: false }));
  ajv.addSchema(document, 'document');
  return schemasWithValues(document, []).flatMap(([path, schema]) => {
    const pointer = path.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const fits = ajv.compile({ $ref: `document#/${pointer}` });
    return valuesOf(schema).flatMap(([name, value]) => (fits(value) ? [] : [`${path.join(' ')} ${name}`]));
  });
}

function schemasWithValues(part: unknown, path: readonly string[]): readonly (readonly [readonly string[], Part])[] {
  if (typeof part !== 'object' || part === null) return [];
  const within = Object.entries(part)
    .filter(([name]) => !(isSchema(part, path) && notSchemas.includes(name)))
    .flatMap(([name, value]) => schemasWithValues(value, [...path, name]));
  return isSchema(part, path) && valuesOf(part).length > 0 ? [[path, part], ...within] : within;
}

const keywords = ['type', 'enum', 'const', 'format', 'properties', 'items', '$ref', 'anyOf', 'oneOf', 'allOf'];
const notSchemas = ['default', 'example', 'examples', 'enum', 'const'];

/** The names in `properties` are those of fields, and may be the same as keywords. */
function isSchema(part: object, path: readonly string[]): part is Part {
  return path.at(-1) !== 'properties' && keywords.some((name) => name in part);
}

function valuesOf(schema: Part): readonly (readonly [name: string, value: unknown])[] {
  const single = ['default', 'example'].filter((name) => name in schema).map((name) => [name, schema[name]] as const);
  const several = Array.isArray(schema.examples) ? schema.examples : [];
  return [...single, ...several.map((value, at) => [`examples ${at}`, value] as const)];
}

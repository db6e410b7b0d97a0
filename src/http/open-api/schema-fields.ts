import type { OpenAPIV3_1 } from 'openapi-types';

/** A field of a schema, described for people. */
interface SchemaField {
  /** Includes the names of the outer fields: `files.maxCount`, `issues[].path`. */
  readonly path: string;
  /** `string, 1 to 200 characters`, `array of string or null` … */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** A schema that is not named, as all inner ones are. */
type Schema = OpenAPIV3_1.SchemaObject;

/** Returns every field of an object schema and of its inner objects, outer fields first. */
export function fieldsOf({ properties = {}, required = [] }: Schema, prefix = ''): readonly SchemaField[] {
  return Object.entries(properties as Readonly<Record<string, Schema>>).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const { description = '' } = field;
    return [
      { path, type: typeOf(field), isRequired: required.includes(name), description },
      ...innerFields(field, path),
    ];
  });
}

function innerFields(field: Schema, path: string): readonly SchemaField[] {
  return alternativesOf(field).flatMap((schema) =>
    schema.type === 'array' ? innerFields(schema.items as Schema, `${path}[]`) : fieldsOf(schema, `${path}.`),
  );
}

function typeOf(schema: Schema): string {
  return alternativesOf(schema).map(nameOf).join(' or ');
}

function nameOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.type === 'array') return `array of ${typeOf(schema.items as Schema)}`;
  const values = schema.additionalProperties as Schema | undefined;
  if (values?.type !== undefined) return `object of ${typeOf(values)}`;
  const format = schema.format === undefined ? '' : ` (${schema.format})`;
  return `${schema.type ?? 'any'}${format}${lengthOf(schema)}`;
}

function lengthOf({ minLength, maxLength }: Schema): string {
  if (maxLength === undefined) return minLength === undefined ? '' : ', not empty';
  return minLength === undefined ? `, up to ${maxLength} characters` : `, ${minLength} to ${maxLength} characters`;
}

function alternativesOf(schema: Schema): readonly Schema[] {
  return (schema.anyOf ?? [schema]) as readonly Schema[];
}

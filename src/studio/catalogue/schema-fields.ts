import type { OpenApiObject } from './open-api.ts';

/** A field of a schema, described for people. */
interface SchemaField {
  /** Includes the names of the outer fields: `files.maxCount`, `issues[].path`. */
  readonly path: string;
  /** `string, 1 to 200 characters`, `array of string or null` … */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** Returns every field of an object schema and of its inner objects, outer fields first. */
export function fieldsOf(schema: OpenApiObject, prefix = ''): readonly SchemaField[] {
  const required = (schema.required ?? []) as readonly string[];
  const properties = (schema.properties ?? {}) as Readonly<Record<string, OpenApiObject>>;
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const described = { path, type: typeOf(field), isRequired: required.includes(name), description: textOf(field) };
    return [described, ...innerFields(field, path)];
  });
}

function innerFields(field: OpenApiObject, path: string): readonly SchemaField[] {
  return alternativesOf(field).flatMap((schema) =>
    schema.type === 'array' ? innerFields(schema.items as OpenApiObject, `${path}[]`) : fieldsOf(schema, `${path}.`),
  );
}

function typeOf(schema: OpenApiObject): string {
  return alternativesOf(schema).map(nameOf).join(' or ');
}

function nameOf(schema: OpenApiObject): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.type === 'array') return `array of ${typeOf(schema.items as OpenApiObject)}`;
  const values = schema.additionalProperties as OpenApiObject | undefined;
  if (values?.type !== undefined) return `object of ${typeOf(values)}`;
  const format = schema.format === undefined ? '' : ` (${schema.format})`;
  return `${schema.type ?? 'any'}${format}${lengthOf(schema)}`;
}

function lengthOf({ minLength, maxLength }: OpenApiObject): string {
  if (maxLength === undefined) return minLength === undefined ? '' : ', not empty';
  return minLength === undefined ? `, up to ${maxLength} characters` : `, ${minLength} to ${maxLength} characters`;
}

function alternativesOf(schema: OpenApiObject): readonly OpenApiObject[] {
  return (schema.anyOf ?? [schema]) as readonly OpenApiObject[];
}

function textOf({ description }: OpenApiObject): string {
  return typeof description === 'string' ? description : '';
}

import { z } from 'zod';

/** JSON Schema, as far as zod makes it of a shape. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
  readonly pattern?: string;
}

type Members = NonNullable<Schema['properties']>;
type Io = 'input' | 'output';

const longestLine = 90;

/** Returns an interface for each schema. Schemas refer to each other by their names. */
export function interfacesOf(shapes: Readonly<Record<string, z.ZodType>>, io: Io): string {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(shapes)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: (id) => id }) as { schemas: Record<string, Schema> };
  return Object.keys(shapes)
    .map((name) => interfaceOf(name, schemas[name] ?? {}))
    .join('\n\n');
}

function interfaceOf(name: string, schema: Schema): string {
  const { properties = {}, required = [] } = schema;
  return `${comment(schema, '')}export interface ${name} ${block(properties, required, '')}`;
}

function block(properties: Members, required: readonly string[], indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(
    ([key, schema]) => `${comment(schema, inner)}${inner}${member(key, schema, required, inner)};`,
  );
  return `{\n${members.join('\n')}\n${indent}}`;
}

function comment({ description }: Pick<Schema, 'description'>, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description} */\n`;
}

function member(key: string, schema: Schema, required: readonly string[], indent: string): string {
  return `readonly ${key}${required.includes(key) ? '' : '?'}: ${typeOf(schema, indent)}`;
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref;
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ');
  switch (schema.type) {
    case 'array':
      return listOf(typeOf(schema.items ?? {}, indent));
    case 'object':
      return objectOf(schema, indent);
    case 'integer':
      return 'number';
    default:
      return [schema.type ?? 'unknown'].flat().join(' | ');
  }
}

function listOf(item: string): string {
  return item.includes(' | ') && !item.startsWith('{') ? `readonly (${item})[]` : `readonly ${item}[]`;
}

function objectOf({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (properties !== undefined) {
    const members = Object.entries(properties).map(([key, schema]) => member(key, schema, required, indent));
    const line = `{ ${members.join('; ')} }`;
    return line.length > longestLine ? block(properties, required, indent) : line;
  }
  const values = additionalProperties || {};
  // Those of the same form in each language are no texts.
  const isTexts = values.type === 'string' && values.pattern === undefined;
  return isTexts ? 'CatalogueText' : `Readonly<Record<string, ${typeOf(values, indent)}>>`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

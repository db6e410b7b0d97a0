import type { Plugin } from 'vite';
import { z } from 'zod';
import { studioSchema } from '../../src/studio/document/studio.ts';

type Named = readonly [name: string, value: object];

const name = 'virtual:studio-defaults';

/** Provides the default values of the studio's schema, without zod in the script. */
export function studioDefaults(): Plugin {
  return {
    name: 'studio-defaults',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) =>
      id === `\0${name}` ? sourceOf({ emptyGroups: groups(), defaultsAt: objectsIn(studioSchema, []) }) : null,
  };
}

function sourceOf(exported: Readonly<Record<string, readonly Named[]>>): string {
  return Object.entries(exported)
    .map(([key, values]) => `export const ${key} = ${JSON.stringify(Object.fromEntries(values))};`)
    .join('\n');
}

function groups(): readonly Named[] {
  return Object.entries(studioSchema.shape).flatMap(([key, schema]) => {
    const { data } = objectOf(schema)?.safeParse({}) ?? {};
    return data === undefined ? [] : [[key, data] as const];
  });
}

/** Lists of objects count as their objects. */
function objectsIn(schema: z.core.$ZodType, path: readonly string[]): readonly Named[] {
  const object = objectOf(schema);
  if (object === null) return [];
  const members = Object.entries<z.ZodType>(object.shape);
  const defaults = members.flatMap(([key, member]) => {
    const { success, data } = member.safeParse(undefined);
    return success ? [[key, data]] : [];
  });
  const inner = members.flatMap(([key, member]) => objectsIn(member, [...path, key]));
  return [[path.join('/'), Object.fromEntries(defaults)], ...inner];
}

function objectOf(schema: z.core.$ZodType): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodArray) return objectOf(schema.element);
  const isWrapped =
    schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodNullable;
  return isWrapped ? objectOf(schema.unwrap()) : null;
}

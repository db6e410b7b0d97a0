import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { laterPayload } from '../../intake/submission/payload-schema.ts';
import { catalogueSchema } from '../../studio/catalogue/catalogue.ts';
import { limitsSchema } from '../../studio/catalogue/limits.ts';
import { fieldsOf } from './schema-fields.ts';

function fieldOf(schema: z.ZodType, path: string, io: 'input' | 'output' = 'output') {
  return fieldsOf(z.toJSONSchema(schema, { io }) as OpenAPIV3_1.SchemaObject).find((field) => field.path === path);
}

const failure = z.object({ issues: z.array(z.object({ path: z.array(z.union([z.string(), z.int()])) })) });

describe('the description of a schema', () => {
  it.each([
    ['message', 'string, 1 to 20000 characters'],
    ['customerSocials', 'string, up to 2000 characters or null'],
    ['typeId', 'string, not empty or null'],
    ['extraIds', 'array of string, not empty'],
  ])('describes %s of the payload as %s', (path, type) => {
    expect(fieldOf(laterPayload, path, 'input')?.type).toBe(type);
  });

  it.each([
    [failure, 'issues', 'array of object'],
    [failure, 'issues[].path', 'array of string or integer'],
    [limitsSchema, 'payload.revision', '"earlier" or "later"'],
    [catalogueSchema, 'types[].options[].id', 'string, 1 to 200 characters'],
    [catalogueSchema, 'types[].name', 'object of string, 1 to 200 characters'],
  ])('describes a field of a response (%#)', (schema, path, type) => {
    expect(fieldOf(schema, path)?.type).toBe(type);
  });

  it('says which fields are required', () => {
    expect(fieldOf(laterPayload, 'message', 'input')?.isRequired).toBe(true);
    expect(fieldOf(laterPayload, 'typeId', 'input')?.isRequired).toBe(false);
  });
});

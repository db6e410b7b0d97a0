import { describe, expect, it } from 'vitest';
import { openApiDocument } from './document.ts';
import { fieldsOf } from './schema-fields.ts';

const { schemas } = openApiDocument('later').components;

function fieldOf(schema: string, path: string) {
  return fieldsOf(schemas[schema] ?? {}).find((field) => field.path === path);
}

describe('the description of a schema', () => {
  it.each([
    ['Payload', 'message', 'string, 1 to 20000 characters'],
    ['Payload', 'customerSocials', 'string, up to 2000 characters or null'],
    ['Payload', 'typeId', 'string, not empty or null'],
    ['Payload', 'extraIds', 'array of string, not empty'],
    ['Failure', 'issues', 'array of object'],
    ['Failure', 'issues[].path', 'array of string or integer'],
    ['Limits', 'payload.revision', '"earlier" or "later"'],
    ['Catalogue', 'types[].options[].id', 'string, 1 to 200 characters'],
    ['Catalogue', 'types[].name', 'object of string, 1 to 200 characters'],
  ])('describes %s.%s as %s', (schema, path, type) => {
    expect(fieldOf(schema, path)?.type).toBe(type);
  });

  it('says which fields are required', () => {
    expect(fieldOf('Payload', 'message')?.isRequired).toBe(true);
    expect(fieldOf('Payload', 'typeId')?.isRequired).toBe(false);
  });
});

/** The subset of JSON Schema that the payload rules use. */
export interface ObjectSchema {
  readonly properties: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
}

interface ValueSchema {
  readonly type?: 'string' | 'null' | 'array';
  readonly anyOf?: readonly ValueSchema[];
  readonly items?: ValueSchema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** A broken rule with the service's code. */
export interface Issue {
  readonly code: 'invalid_type' | 'too_small' | 'too_big' | 'invalid_format' | 'custom';
  readonly path: readonly (string | number)[];
}

type Path = Issue['path'];

/** Returns every rule that the payload breaks, as the service would. */
export function checkPayload(schema: ObjectSchema, payload: Readonly<Record<string, unknown>>): Issue[] {
  return Object.entries(schema.properties).flatMap(([field, rules]) => {
    if (payload[field] !== undefined) return checkValue(rules, payload[field], [field]);
    return schema.required?.includes(field) ? [{ code: 'invalid_type' as const, path: [field] }] : [];
  });
}

function checkValue(schema: ValueSchema, value: unknown, path: Path): Issue[] {
  if (schema.anyOf) {
    if (value === null) return [];
    const [rules] = schema.anyOf.filter(({ type }) => type !== 'null');
    return rules ? checkValue(rules, value, path) : [];
  }
  if (schema.type === 'string' && typeof value === 'string') return checkText(schema, value, path);
  if (schema.type === 'array' && Array.isArray(value)) {
    return value.flatMap((item, index) => (schema.items ? checkValue(schema.items, item, [...path, index]) : []));
  }
  return [{ code: 'invalid_type', path }];
}

function checkText({ minLength = 0, maxLength, pattern }: ValueSchema, text: string, path: Path): Issue[] {
  const length = countCharacters(text);
  const issues: Issue[] = [];
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) issues.push({ code: 'invalid_format', path });
  // Such text cannot be stored unaltered. JSON Schema cannot express this rule, and patterns already exclude such text.
  else if (/\p{Cs}/u.test(text) || text.includes('\u0000')) issues.push({ code: 'custom', path });
  if (length < minLength) issues.push({ code: 'too_small', path });
  if (maxLength !== undefined && length > maxLength) issues.push({ code: 'too_big', path });
  return issues;
}

/** Counts Unicode code points, as the service does. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

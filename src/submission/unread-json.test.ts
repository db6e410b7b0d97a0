import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropUnreadJson } from './unread-json.ts';

const keys = { all: ['message', 'extraIds'], lists: ['extraIds'], maxWrongItems: 3 };

/** What the text stands for that is left; undefined where it is refused. */
function readDropped(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(dropUnreadJson(Buffer.from(text), keys)).toString());
  } catch {
    return undefined;
  }
}

/** The same by way of the whole value. */
function readWhole(text: string): unknown {
  try {
    return known(JSON.parse(Buffer.from(text).toString()));
  } catch {
    return undefined;
  }
}

function known(value: unknown): unknown {
  if (!isObject(value)) return emptied(value);
  const entries = Object.entries(value).filter(([key]) => keys.all.includes(key));
  const readMember = (key: string, item: unknown) =>
    keys.lists.includes(key) && Array.isArray(item) ? readList(item) : emptied(item);
  return Object.fromEntries(entries.map(([key, item]) => [key, readMember(key, item)]));
}

function readList(items: unknown[]): unknown[] {
  let wrongItems = 0;
  return items
    .filter((item) => (typeof item === 'string' && item !== '') || ++wrongItems <= keys.maxWrongItems)
    .map(emptied);
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(() => 0);
  return isObject(value) ? {} : value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const space = fc.constantFrom('', ' ', '\r\n\t ');
const anyText = fc.string({ unit: 'binary' });
const anyKey = fc.oneof(
  fc.constantFrom('"message"', '"extraIds"', '"m\\u0065ssage"', '"\\u0065xtraIds"', '"__proto__"', '""', '"\\""'),
  anyText.map((key) => JSON.stringify(key)),
);
const anyJson = fc.oneof(
  fc.json(),
  fc.array(fc.jsonValue()).map((items) => JSON.stringify(items)),
  fc.constant('-0.5E+7'),
);
const anyMember = fc.tuple(space, anyKey, space, space, anyJson, space).map(([a, key, b, c, value, d]) => {
  return `${a}${key}${b}:${c}${value}${d}`;
});
const anyPayload = fc.oneof(
  fc.array(anyMember).map((members) => `{${members.join(',')}}`),
  anyJson,
);

describe('a JSON text of which nobody reads everything', () => {
  it('keeps what is read', () => {
    fc.assert(
      fc.property(anyPayload, (text) => {
        expect(readDropped(text)).toEqual(readWhole(text));
        expect(readWhole(text)).toBeDefined();
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused where it is no JSON, and nowhere else', () => {
    const splinter = fc.constantFrom(
      ...'{}[],:"\\ue0-+.tn \u0000',
      '00',
      '\\u00g0',
      'nul',
      '\\x',
      '1.',
      '1e',
      ',]',
      ',}',
    );
    fc.assert(
      fc.property(anyPayload, fc.nat(), fc.nat(3), splinter, (text, at, cut, piece) => {
        const place = at % (text.length + 1);
        const broken = text.slice(0, place) + piece + text.slice(place + cut);
        expect(readDropped(broken)).toEqual(readWhole(broken));
      }),
      { numRuns: 5000 },
    );
  });

  it('of a mebibyte leaves little to parse', () => {
    const deep = `{"u":${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)},"message":[[]],"extraIds":[[1],{"a":1}]}`;
    const left = dropUnreadJson(Buffer.from(deep), keys);
    expect(Buffer.from(left).toString()).toBe('{"message":[0],"extraIds":[[0],{}]}');
  });

  it('keeps the texts of a list behind more wrong items than anybody reads', () => {
    const left = dropUnreadJson(Buffer.from('{"extraIds":[1,"a",null,"",[],"b"]}'), keys);
    expect(Buffer.from(left).toString()).toBe('{"extraIds":[1,"a",null,"","b"]}');
  });
});

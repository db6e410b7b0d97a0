import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankUnreadJson } from './unread-json.ts';

const keys = { all: new Set(['message', 'extraIds']), lists: new Set(['extraIds']) };

/** What the blanked text stands for, but for the keys that were emptied; undefined where it is refused. */
function readBlanked(text: string): unknown {
  try {
    return known(JSON.parse(Buffer.from(blankUnreadJson(Buffer.from(text), keys)).toString()));
  } catch {
    return undefined;
  }
}

/** The same by way of the whole value. */
function readWhole(text: string): unknown {
  try {
    return known(JSON.parse(Buffer.from(text).toString()), emptied);
  } catch {
    return undefined;
  }
}

function known(value: unknown, treat: (item: unknown) => unknown = (item) => item): unknown {
  if (!isObject(value)) return treat(value);
  const entries = Object.entries(value).filter(([key]) => keys.all.has(key));
  const treatMember = (key: string, item: unknown) =>
    keys.lists.has(key) && Array.isArray(item) ? item.map(treat) : treat(item);
  return Object.fromEntries(entries.map(([key, item]) => [key, treatMember(key, item)]));
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
        expect(readBlanked(text)).toEqual(readWhole(text));
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
        expect(readBlanked(broken)).toEqual(readWhole(broken));
      }),
      { numRuns: 5000 },
    );
  });

  it('of a mebibyte leaves little to parse', () => {
    const deep = `{"u":${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)},"message":[[]],"extraIds":[[1],{"a":1}]}`;
    const left = Buffer.from(blankUnreadJson(Buffer.from(deep), keys))
      .toString()
      .replaceAll(' ', '');
    expect(left).toBe('{"":[0],"message":[0],"extraIds":[[0],{}]}');
  });
});

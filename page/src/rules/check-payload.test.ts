import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laterPayload } from '../../../src/intake/submission/payload-schema.ts';
import { payloadSchema } from '../../plugins/payload-schema.ts';
import { checkPayload, countCharacters, type Issue } from './check-payload.ts';

const schema = payloadSchema();

function shown(issues: readonly { readonly code?: string; readonly path: readonly PropertyKey[] }[]): string[] {
  return issues.map(({ code, path }) => `${path.join('.')} ${code}`).sort();
}

function issuesOfService(payload: unknown): string[] {
  return shown(laterPayload.safeParse(payload).error?.issues ?? []);
}

function issuesOfPage(payload: Record<string, unknown>): string[] {
  return shown(checkPayload(schema, payload) satisfies Issue[]);
}

const limits = [0, 1, 2, 199, 200, 201, 319, 320, 321, 1999, 2000, 2001, 19_999, 20_000, 20_001];
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('a', '\u0000', '\ud83d', '\ude00', '😀', ' ', '\n', 'ｱ'), maxLength: 6 }),
  fc.tuple(fc.constantFrom('a', '😀', 'é'), fc.constantFrom(...limits)).map(([unit, count]) => unit.repeat(count)),
);
const anyAddress = fc.oneof(
  fc.emailAddress(),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'B',
      '1',
      '.',
      '-',
      '_',
      '+',
      "'",
      '&',
      '@',
      ' ',
      '\n',
      'ü',
      '用',
      '\u0301',
      '😀',
      '\u0000',
    ),
    maxLength: 14,
  }),
  fc.constantFrom(...limits).map((count) => `${'a'.repeat(Math.max(0, count - 12))}@example.org`),
  fc.constantFrom(
    'a@b.org',
    'a.@b.org',
    '.a@b.org',
    'a..b@c.org',
    'a@-b.org',
    'a@b',
    'a@b.c',
    "o'x@b.co",
    'a&b@c.org',
    '用户@例子.广告',
    'a@b.xn--p1ai',
  ),
);
const wrong = fc.constantFrom(null, 1, true, {}, undefined);
const payloads = fc.record(
  {
    customerName: fc.oneof({ weight: 5, arbitrary: anyText }, wrong),
    customerEmail: fc.oneof({ weight: 5, arbitrary: fc.oneof(anyAddress, anyText) }, wrong),
    customerSocials: fc.oneof({ weight: 5, arbitrary: anyText }, wrong),
    message: fc.oneof({ weight: 5, arbitrary: anyText }, wrong),
    typeId: fc.oneof(anyText, wrong),
    optionId: fc.oneof(anyText, wrong),
    customCardId: fc.oneof(anyText, wrong),
    extraIds: fc.oneof(fc.array(fc.oneof({ weight: 5, arbitrary: anyText }, wrong), { maxLength: 4 }), wrong),
    unknown: anyText,
  },
  { requiredKeys: [] },
);

describe('the page', () => {
  it('finds the issues that the service finds, and no other', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        expect(issuesOfPage(payload)).toEqual(issuesOfService(payload));
      }),
      { numRuns: 1000 },
    );
  });

  it('knows every rule word that the schema uses', () => {
    const known = ['type', 'anyOf', 'items', 'minLength', 'maxLength', 'pattern', 'format', 'default'];
    const words = (rules: object): string[] =>
      Object.entries(rules).flatMap(([word, value]) => [
        word,
        ...(word === 'anyOf' ? value.flatMap(words) : word === 'items' ? words(value) : []),
      ]);
    expect(
      Object.values(schema.properties)
        .flatMap(words)
        .filter((word) => !known.includes(word)),
    ).toEqual([]);
  });

  it('counts code points', () => {
    expect(['', 'a', '😀', '👩‍🎨', 'e\u0301'].map(countCharacters)).toEqual([0, 1, 1, 3, 2]);
  });
});

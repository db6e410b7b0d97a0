import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { growthOfWork, superlinear } from '../../../test/support/growth.ts';
import { RequestTooLargeError } from '../../platform/failure/errors.ts';
import { emailPattern } from '../../platform/shapes/email-pattern.ts';
import { type ApiRevision, readPayload } from './payload.ts';

const valid = { customerName: 'A', customerEmail: 'a@example.org', message: 'Hello' };

function read(value: unknown, revision: ApiRevision = 'later') {
  return readPayload(Buffer.from(JSON.stringify(value)), revision);
}

function issuesOf(value: unknown, revision: ApiRevision = 'later') {
  const result = read(value, revision);
  if (!('failure' in result)) throw new Error('The payload was accepted');
  expect(result.failure).toMatchObject({ status: 422, body: { error: 'Validation error' } });
  return result.failure.body.issues ?? [];
}

function payloadOf(value: unknown, revision: ApiRevision = 'later') {
  const result = read(value, revision);
  if ('failure' in result) throw new Error(`The payload was rejected: ${JSON.stringify(result.failure.body)}`);
  return result.payload;
}

describe.each(['earlier', 'later'] as const)('a payload of the %s revision', (revision) => {
  it('fills in absent values', () => {
    expect(payloadOf(valid, revision)).toEqual({
      ...valid,
      typeId: null,
      optionId: null,
      extraIds: [],
      customerSocials: null,
      customCardId: null,
    });
  });

  it('accepts null where a value may be left out', () => {
    const nulls = { typeId: null, optionId: null, customerSocials: null, customCardId: null };
    expect(payloadOf({ ...valid, ...nulls }, revision)).toMatchObject(nulls);
  });

  it('keeps every value as it was sent', () => {
    const sent = {
      typeId: ' t ',
      optionId: 'O',
      extraIds: ['b', 'a', 'b'],
      customerName: '  Zoë 😀 ',
      customerEmail: 'Mixed.Case+tag@Example.ORG',
      customerSocials: '',
      message: 'line\r\nline\t\u0001',
    };
    expect(payloadOf(sent, revision)).toMatchObject(sent);
  });

  it('ignores unknown keys, __proto__ among them', () => {
    const text = JSON.stringify(valid).replace('{', '{"__proto__":{"typeId":"x"},"constructor":1,"other":[1],');
    const result = readPayload(Buffer.from(text), revision);
    expect(result).toMatchObject({ payload: { typeId: null } });
    expect(Object.keys('payload' in result ? result.payload : {})).not.toContain('other');
  });

  it.each([
    ['customerName', 200],
    ['customerSocials', 2000],
    ['message', 20_000],
  ])('counts the characters of %s as code points, up to %i', (field, maximum) => {
    const emoji = '😀'.repeat(maximum);
    expect(payloadOf({ ...valid, [field]: emoji }, revision)).toMatchObject({ [field]: emoji });
    expect(issuesOf({ ...valid, [field]: `${emoji}x` }, revision)).toEqual([
      expect.objectContaining({ code: 'too_big', origin: 'string', maximum, inclusive: true, path: [field] }),
    ]);
    expect(issuesOf({ ...valid, [field]: 'x'.repeat(maximum * 2 + 1) }, revision)).toHaveLength(1);
  });

  it('accepts an e-mail address of 320 characters and rejects one of 321', () => {
    const address = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`;
    expect(payloadOf({ ...valid, customerEmail: address(320) }, revision).customerEmail).toHaveLength(320);
    expect(issuesOf({ ...valid, customerEmail: address(321) }, revision)).toEqual([
      expect.objectContaining({ code: 'too_big', maximum: 320, path: ['customerEmail'] }),
    ]);
  });

  it.each(['', 'a', 'a@b', 'a@@b.org', ' a@example.org', 'a@example.org\n', 'a b@example.org'])(
    'rejects the e-mail address %j',
    (customerEmail) => {
      expect(issuesOf({ ...valid, customerEmail }, revision)).toEqual([
        expect.objectContaining({ code: 'invalid_format', format: 'email', path: ['customerEmail'] }),
      ]);
    },
  );

  it.each(['typeId', 'optionId', 'customerName', 'message'])('rejects an empty %s', (field) => {
    expect(issuesOf({ ...valid, [field]: '' }, revision)).toEqual([
      expect.objectContaining({ code: 'too_small', minimum: 1, path: [field] }),
    ]);
  });

  it('rejects an empty extra by its index in the list', () => {
    expect(issuesOf({ ...valid, extraIds: ['a', ''] }, revision)).toEqual([
      expect.objectContaining({ code: 'too_small', path: ['extraIds', 1] }),
    ]);
  });

  it.each(['customerName', 'customerEmail', 'message'])('requires %s', (field) => {
    expect(issuesOf({ ...valid, [field]: undefined }, revision)).toEqual([
      expect.objectContaining({ code: 'invalid_type', path: [field], message: expect.any(String) }),
    ]);
    expect(issuesOf({ ...valid, [field]: null }, revision)).toHaveLength(1);
  });

  it.each(['typeId', 'optionId', 'customerName', 'customerEmail', 'customerSocials', 'message'])(
    'rejects a %s that is no string',
    (field) => {
      for (const value of [1, true, {}, []]) {
        expect(issuesOf({ ...valid, [field]: value }, revision)[0]).toMatchObject({ path: [field] });
      }
    },
  );

  it.each([null, 'a', {}, [1]])('rejects the list of extras %j', (extraIds) => {
    expect(issuesOf({ ...valid, extraIds }, revision)[0]?.path[0]).toBe('extraIds');
  });

  it('rejects text that cannot be stored unaltered, at its path', () => {
    for (const text of ['a\u0000b', '\ud800', 'a\udc00b']) {
      const payload = { ...valid, typeId: text, extraIds: ['ok', text], customerName: text, message: text };
      expect(issuesOf(payload, revision).map((issue) => issue.path)).toEqual([
        ['typeId'],
        ['extraIds', 1],
        ['customerName'],
        ['message'],
      ]);
    }
  });

  it('reports all issues at once', () => {
    const paths = issuesOf({ typeId: 1, customerName: '', customerEmail: 'x', message: '' }, revision).map(
      (issue) => issue.path[0],
    );
    expect(paths).toEqual(['typeId', 'customerName', 'customerEmail', 'message']);
  });

  it.each([[[]], [[valid]], ['text'], [1], [true]])(
    'rejects %j, truthy but no object, with a validation error',
    (value) => {
      expect(issuesOf(value, revision)).toEqual([expect.objectContaining({ code: 'invalid_type', path: [] })]);
    },
  );

  it.each(['', ' ', '{', '{"a":1,}', 'undefined', "{'a':1}", 'null', 'false', '0', '-0', '0.0e5', '""', 'NaN'])(
    'rejects the text %j with invalid JSON',
    (text) => {
      expect(readPayload(Buffer.from(text), revision)).toMatchObject({
        failure: { status: 400, body: { error: 'Invalid payload JSON' } },
      });
    },
  );

  it('ignores a leading byte order mark, but not a second one', () => {
    const text = JSON.stringify(valid);
    expect(readPayload(Buffer.from(`\ufeff${text}`), revision)).toHaveProperty('payload');
    expect(readPayload(Buffer.from(`\ufeff\ufeff${text}`), revision)).toHaveProperty('failure');
  });

  it('rejects malformed UTF-8 with invalid JSON', () => {
    const text = Buffer.concat([Buffer.from('{"customerName":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(readPayload(text, revision)).toMatchObject({ failure: { body: { error: 'Invalid payload JSON' } } });
  });
});

describe('customCardId', () => {
  it('is read by the later revision', () => {
    expect(payloadOf({ ...valid, customCardId: 'card' }).customCardId).toBe('card');
  });

  it('is held to its rules by the later revision', () => {
    for (const customCardId of ['', 1, 'a\u0000']) {
      expect(issuesOf({ ...valid, customCardId })).toEqual([expect.objectContaining({ path: ['customCardId'] })]);
    }
  });

  it('is ignored by the earlier revision, whatever it is', () => {
    for (const customCardId of ['card', '', 1]) {
      expect(payloadOf({ ...valid, customCardId }, 'earlier').customCardId).toBeNull();
    }
  });
});

describe('a payload of very many extras', () => {
  it('is accepted whole when they are good', () => {
    const extraIds = Array.from({ length: 30_000 }, (_, index) => `extra ${index}`);
    expect(payloadOf({ ...valid, extraIds }).extraIds).toEqual(extraIds);
  });

  it('gets the issues of its other faults and of as many bad ones as fit a response', () => {
    const extraIds = Array.from({ length: 100_000 }, (_, index) => (index % 2 === 0 ? 'good' : 0));
    const issues = issuesOf({ ...valid, extraIds, message: '' });
    expect(Buffer.byteLength(JSON.stringify({ error: 'Validation error', issues }))).toBeLessThanOrEqual(64 * 1024);
    expect(issues[0]).toMatchObject({ code: 'too_small', path: ['message'] });
    const bad = issues.slice(1).map(({ path }) => path);
    expect(bad).toEqual(bad.map((_, index) => ['extraIds', 2 * index + 1]));
    expect(bad.length).toBeGreaterThan(500);
  });

  it('gets an issue for each bad one among many good ones', () => {
    const extraIds = Array.from({ length: 5000 }, (_, index) => [1, '', 'a\u0000', ''][index - 3000] ?? 'good');
    expect(issuesOf({ ...valid, extraIds, message: '' }).map(({ path, code }) => [path, code])).toEqual([
      [['extraIds', 3000], 'invalid_type'],
      [['extraIds', 3001], 'too_small'],
      [['extraIds', 3002], 'custom'],
      [['extraIds', 3003], 'too_small'],
      [['message'], 'too_small'],
    ]);
  });
});

describe('a payload that is expensive to parse', () => {
  const withUnknown = (json: string) => Buffer.from(JSON.stringify(valid).replace('{', `{"unknown":${json},`));
  const objects = (count: number) => `[${Array.from({ length: count }, (_, index) => `{"${index}":1}`)}]`;

  const ownMembers = Object.keys({ ...valid, unknown: 0 }).length;

  it('may have 10,000 members in its objects', () => {
    expect(readPayload(withUnknown(objects(10_000 - ownMembers)), 'later')).toHaveProperty('payload');
  });

  it('is too large with 10,001', () => {
    expect(() => readPayload(withUnknown(objects(10_001 - ownMembers)), 'later')).toThrow(RequestTooLargeError);
  });

  it('may have any brackets in its texts', () => {
    const message = '{[\\"{'.repeat(3000);
    expect(payloadOf({ ...valid, message }).message).toBe(message);
  });

  it('may hold 120,000 arrays and objects with itself, as deep as it likes', () => {
    const nested = `${'['.repeat(119_999)}${']'.repeat(119_999)}`;
    expect(readPayload(withUnknown(nested), 'later')).toHaveProperty('payload');
  });

  it.each([
    ['nested', `${'['.repeat(120_000)}${']'.repeat(120_000)}`],
    ['side by side', `[${'[],'.repeat(60_000)}${'{},'.repeat(59_999)}1]`],
    ['not closed', '['.repeat(120_000)],
  ])('is too large with 120,001 arrays and objects, %s', (_, json) => {
    expect(() => readPayload(withUnknown(json), 'later')).toThrow(RequestTooLargeError);
  });

  it.each(['['.repeat(120_000), `${JSON.stringify(valid).slice(0, -1)},"a":[1]`])(
    'is no JSON when a bracket is not closed',
    (text) => {
      expect(readPayload(Buffer.from(text), 'later')).toMatchObject({ failure: { status: 400 } });
    },
  );
});

describe('an e-mail address', () => {
  const isAccepted = (customerEmail: string) => 'payload' in read({ ...valid, customerEmail });

  it.each([
    'a&b@example.org',
    "!#$%&'*+-/=?^_`{|}~@example.org",
    "o'hara'@example.org",
    'a.b.c@d.e.example',
    'jürgen@müller.de',
    'ju\u0308rgen@mu\u0308ller.de',
    '用户@例子.广告',
    'संपर्क@डाटामेल.भारत',
    '٣@٣.مصر',
    '𝒂@𝒃.𝒄𝒅',
    'a@xn--mller-kva.de',
    'a@b.xn--p1ai',
    'a@b-.de',
    'a@1.de',
  ])('may be %s', (address) => {
    expect(isAccepted(address)).toBe(true);
  });

  it.each([
    'a@b',
    'ä@ö',
    '@b.de',
    'a@.de',
    'a@-b.de',
    'a@b..de',
    'a@b.de.',
    '.a@b.de',
    'a.@b.de',
    'a..b@c.de',
    'a@b.c',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    'a b@c.de',
    'a\u00a0b@c.de',
    'a\u3000b@c.de',
    'a@b\u3002de',
    '"a"@b.de',
    'a,b@c.de',
    'a(b)@c.de',
    'a<b>@c.de',
    'a[b]@c.de',
    'A <a@b.de>',
    'a;b@c.de',
    'a:b@c.de',
    'a\\b@c.de',
    'a@b_c.de',
    'a@b!.de',
    'a\u200db@c.de',
    'a\u202eb@c.de',
    'a\ud800@b.de',
    'a\u0000@b.de',
    'a@b.de\n',
  ])('may not be %j', (address) => {
    expect(isAccepted(address)).toBe(false);
  });

  it('is accepted wherever zod accepts it', () => {
    const characters = [...".-_+'", 'a', 'Z', '0', '@', 'co'];
    const text = fc.array(fc.constantFrom(...characters), { maxLength: 12 }).map((list) => list.join(''));
    const address = fc.oneof(
      fc.emailAddress(),
      text,
      fc.tuple(text, text).map(([a, b]) => `${a}@${b}.co`),
    );
    fc.assert(
      fc.property(address, (customerEmail) => {
        fc.pre(z.email().safeParse(customerEmail).success && customerEmail.length <= 320);
        expect(isAccepted(customerEmail)).toBe(true);
      }),
    );
  });

  it.each([
    ['dots', (length: number) => '.'.repeat(length)],
    ['atoms', (length: number) => 'a.'.repeat(length / 2)],
    ['labels', (length: number) => `a@${'a.'.repeat(length / 2)}`],
    ['hyphens', (length: number) => `a@${'a-'.repeat(length / 2)}`],
    ['a last label', (length: number) => `a@a.${'a'.repeat(length)}!`],
    ['marks', (length: number) => `a@${'\u0308'.repeat(length)}`],
    ['one letter', (length: number) => 'a'.repeat(length)],
    ['at signs', (length: number) => 'a@'.repeat(length / 2)],
  ])('is judged in time linear in the length: %s', (_, address) => {
    expect(emailPattern.test(address(20_000))).toBe(false);
    expect(growthOfWork((length) => emailPattern.test(address(length)), 2000)).toBeLessThan(superlinear);
  });
});

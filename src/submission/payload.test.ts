import { describe, expect, it } from 'vitest';
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
  if ('failure' in result) throw new Error(`The payload was refused: ${JSON.stringify(result.failure.body)}`);
  return result.payload;
}

describe.each(['earlier', 'later'] as const)('a payload of the %s revision', (revision) => {
  it('fills in what is absent', () => {
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

  it('accepts an e-mail address of 320 characters and refuses one of 321', () => {
    const address = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`;
    expect(payloadOf({ ...valid, customerEmail: address(320) }, revision).customerEmail).toHaveLength(320);
    expect(issuesOf({ ...valid, customerEmail: address(321) }, revision)).toEqual([
      expect.objectContaining({ code: 'too_big', maximum: 320, path: ['customerEmail'] }),
    ]);
  });

  it.each(['', 'a', 'a@b', 'a@@b.org', ' a@example.org', 'a@example.org\n', 'a@exämple.org', 'a b@example.org'])(
    'refuses the e-mail address %j',
    (customerEmail) => {
      expect(issuesOf({ ...valid, customerEmail }, revision)).toEqual([
        expect.objectContaining({ code: 'invalid_format', format: 'email', path: ['customerEmail'] }),
      ]);
    },
  );

  it.each(['typeId', 'optionId', 'customerName', 'message'])('refuses an empty %s', (field) => {
    expect(issuesOf({ ...valid, [field]: '' }, revision)).toEqual([
      expect.objectContaining({ code: 'too_small', minimum: 1, path: [field] }),
    ]);
  });

  it('refuses an empty extra by its place in the list', () => {
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
    'refuses a %s that is no string',
    (field) => {
      for (const value of [1, true, {}, []]) {
        expect(issuesOf({ ...valid, [field]: value }, revision)[0]).toMatchObject({ path: [field] });
      }
    },
  );

  it.each([null, 'a', {}, [1]])('refuses the list of extras %j', (extraIds) => {
    expect(issuesOf({ ...valid, extraIds }, revision)[0]?.path[0]).toBe('extraIds');
  });

  it('refuses text that cannot be stored unaltered, at its path', () => {
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
    'answers %j, truthy but no object, with a validation error',
    (value) => {
      expect(issuesOf(value, revision)).toEqual([expect.objectContaining({ code: 'invalid_type', path: [] })]);
    },
  );

  it.each(['', ' ', '{', '{"a":1,}', 'undefined', "{'a':1}", 'null', 'false', '0', '-0', '0.0e5', '""', 'NaN'])(
    'answers the text %j with invalid JSON',
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

  it('answers malformed UTF-8 with invalid JSON', () => {
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

describe('a payload of very many bad extras', () => {
  it('gets an issue for each of the first thousand, and for its other faults', () => {
    const extraIds = Array.from({ length: 100_000 }, (_, index) => (index % 2 === 0 ? 'good' : 0));
    const issues = issuesOf({ ...valid, extraIds, message: '' });
    expect(issues.filter(({ path }) => path[0] === 'extraIds')).toHaveLength(1000);
    expect(issues.at(-1)).toMatchObject({ path: ['message'] });
    expect(issues[999]?.path).toEqual(['extraIds', 1999]);
  });

  it('is accepted whole when they are good', () => {
    const extraIds = Array.from({ length: 100_000 }, (_, index) => `extra ${index}`);
    expect(payloadOf({ ...valid, extraIds }).extraIds).toEqual(extraIds);
  });
});

describe('a long payload', () => {
  const longText = (unread: string) => JSON.stringify(valid).replace('{', `{"unread":${unread},`);
  const readText = (text: string | Uint8Array) => readPayload(Buffer.from(text), 'later');
  const filler = 'x'.repeat(100_000);

  it('is read like a short one', () => {
    const nested = JSON.stringify([filler, { message: 'inner', deep: [[1, 2], {}] }]);
    expect(readText(longText(nested))).toEqual(readText(JSON.stringify(valid)));
    expect(readText(`\ufeff${longText(nested)}`)).toEqual(readText(JSON.stringify(valid)));
  });

  it('gets the issues of a short one', () => {
    for (const message of [[['a']], { a: 1 }, null, 1]) {
      expect(issuesOf({ ...valid, message, unread: filler })).toEqual(issuesOf({ ...valid, message }));
    }
    for (const extraIds of [{ a: 1 }, 'a', [['a'], { a: 1 }, 'good', null]]) {
      expect(issuesOf({ ...valid, extraIds, unread: filler })).toEqual(issuesOf({ ...valid, extraIds }));
    }
  });

  it.each([
    ['a bracket too many', longText(`["${filler}"]]`)],
    ['a comma too many', longText(`["${filler}",]`)],
    ['text behind it', `${longText(`"${filler}"`)}{}`],
    ['malformed UTF-8 where nobody looks', Buffer.from(longText(`["${filler}\xff"]`), 'latin1')],
    ['two byte order marks', `\ufeff\ufeff${longText(`"${filler}"`)}`],
  ])('is no JSON with %s', (_, text) => {
    expect(readText(text)).toMatchObject({ failure: { status: 400, body: { error: 'Invalid payload JSON' } } });
  });

  it('names the places of few bad extras among many good ones', () => {
    const extraIds = Array.from({ length: 5000 }, (_, index) => [1, '', 'a\u0000'][index - 3000] ?? 'good');
    expect(issuesOf({ ...valid, extraIds }).map(({ path, code }) => [path, code])).toEqual([
      [['extraIds', 3000], 'invalid_type'],
      [['extraIds', 3001], 'too_small'],
      [['extraIds', 3002], 'custom'],
    ]);
  });
});

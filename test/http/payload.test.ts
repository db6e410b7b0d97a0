import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, payloadPart, postForm, postParts, rawPayloadPart, validPayload } from '../support/form.ts';
import { refuse } from '../support/refusal.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { requestRow } from '../support/stored-submission.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service.close();
});

async function accept(changed: object) {
  const { status, body } = await postParts(service.endpoint, [payloadPart({ ...validPayload, ...changed })]);
  expect({ status, body }).toMatchObject({ status: 201 });
  return requestRow(service, body.id);
}

async function issuesOf(changed: object): Promise<Record<string, unknown>[]> {
  const form = [payloadPart({ ...validPayload, ...changed })];
  const { status, body } = await refuse(service, () => postParts(service.endpoint, form));
  expect({ status, body }).toEqual({ status: 422, body: { error: 'Validation error', issues: expect.any(Array) } });
  return (body as { issues: Record<string, unknown>[] }).issues;
}

const columns = {
  typeId: 'type_id',
  optionId: 'option_id',
  customCardId: 'custom_card_id',
  customerSocials: 'customer_socials',
} as const;

describe.each(Object.entries(columns))('%s', (field, column) => {
  it('is stored as null when absent or null', async () => {
    expect((await accept({}))[column]).toBeNull();
    expect((await accept({ [field]: null }))[column]).toBeNull();
  });

  it('is stored as it is', async () => {
    expect((await accept({ [field]: ' ü🐈\t"\\ ' }))[column]).toBe(' ü🐈\t"\\ ');
  });

  it.each([1, true, {}])('may not be %j', async (value) => {
    expect(await issuesOf({ [field]: value })).toMatchObject([{ code: 'invalid_type', path: [field] }]);
  });
});

describe('minimum lengths', () => {
  it.each(['typeId', 'optionId', 'customCardId', 'customerName', 'message'])('ask of %s a character', async (field) => {
    expect(await issuesOf({ [field]: '' })).toMatchObject([{ code: 'too_small', minimum: 1, path: [field] }]);
  });

  it('ask of each extra a character', async () => {
    const issues = await issuesOf({ extraIds: ['a', '', 'b', ''] });
    expect(issues).toMatchObject([
      { code: 'too_small', path: ['extraIds', 1] },
      { code: 'too_small', path: ['extraIds', 3] },
    ]);
  });

  it('ask nothing of customerSocials', async () => {
    expect((await accept({ customerSocials: '' })).customer_socials).toBe('');
  });
});

describe('maximum lengths in code points (C12)', () => {
  it.each([
    ['customerName', 'customer_name', 200],
    ['customerSocials', 'customer_socials', 2000],
    ['message', 'message', 20_000],
  ] as const)('leave %s its cats', async (field, column, maximum) => {
    const cats = '🐈'.repeat(maximum);
    expect((await accept({ [field]: cats }))[column]).toBe(cats);
    for (const text of [`${cats}a`, 'a'.repeat(maximum + 1)]) {
      expect(await issuesOf({ [field]: text })).toMatchObject([{ code: 'too_big', maximum, path: [field] }]);
    }
  });

  it('leave an e-mail 320 characters', async () => {
    const longest = emailOf(320);
    expect((await accept({ customerEmail: longest })).customer_email).toBe(longest);
    expect(await issuesOf({ customerEmail: emailOf(321) })).toMatchObject([{ code: 'too_big', maximum: 320 }]);
  });

  it('leave an e-mail 320 characters beyond U+FFFF', async () => {
    const address = (characters: number) => `${'𝒂'.repeat(characters - '@example.org'.length)}@example.org`;
    expect((await accept({ customerEmail: address(320) })).customer_email).toBe(address(320));
    expect(await issuesOf({ customerEmail: address(321) })).toMatchObject([{ code: 'too_big', maximum: 320 }]);
  });

  function emailOf(characters: number): string {
    const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.org`;
    return `${'l'.repeat(characters - domain.length - 1)}@${domain}`;
  }
});

describe('the e-mail address (C15)', () => {
  it.each([
    'A.B+c@Example.ORG',
    "o'hara@example.co.uk",
    'a&b@example.org',
    'jürgen@müller.de',
    '用户@例子.广告',
    'a@xn--mller-kva.xn--p1ai',
  ])('is stored as sent: %s', async (address) => {
    expect((await accept({ customerEmail: address })).customer_email).toBe(address);
  });

  it.each([
    '',
    'zoe',
    'zoe@',
    '@example.org',
    'zoe@example',
    ' zoe@example.org',
    'zoe@example.org\n',
    'a@b@c.org',
    'a@b..org',
    '"a"@b.org',
  ])('may not be %j', async (address) => {
    expect(await issuesOf({ customerEmail: address })).toMatchObject([
      { code: 'invalid_format', format: 'email', path: ['customerEmail'] },
    ]);
  });
});

describe('text that cannot be stored unaltered (C13)', () => {
  it.each(['\u0000', 'a\u0000b', '\ud83d', 'a\udc08b', '\udc08\ud83d'])('is an issue at its path: %j', async (text) => {
    const fields = ['typeId', 'optionId', 'customCardId', 'customerName', 'customerSocials', 'message'];
    const issues = await issuesOf({ ...Object.fromEntries(fields.map((name) => [name, text])), extraIds: ['a', text] });
    const paths = issues.map(({ path }) => (path as string[]).join('.'));
    expect(paths.sort()).toEqual([...fields, 'extraIds.1'].sort());
  });

  it('is an issue also where it is written as an escape', async () => {
    const json = JSON.stringify(validPayload).replace('Zoë', 'Zo\\u0000').replace('two', '\\ud83d');
    const { status, body } = await refuse(service, () => postParts(service.endpoint, [rawPayloadPart(json)]));
    expect(status).toBe(422);
    expect(body).toMatchObject({ issues: [{ path: ['customerName'] }, { path: ['message'] }] });
  });

  it('is no other character', async () => {
    const text = '\u0001\u001f\u007f\u0085\u2028\ufeff\ufffd\uffff\u{10ffff}\r\n\t ';
    expect((await accept({ customerName: text, message: text })).message).toBe(text);
  });
});

describe('issues (C16)', () => {
  it('are all of them, each with code, path and message', async () => {
    const issues = await issuesOf({ customerName: '', customerEmail: 'x', message: 3, typeId: '', extraIds: 'a' });
    expect(issues.map(({ path }) => (path as string[])[0]).sort()).toEqual([
      'customerEmail',
      'customerName',
      'extraIds',
      'message',
      'typeId',
    ]);
    for (const { code, message } of issues) expect([typeof code, typeof message]).toEqual(['string', 'string']);
  });

  it('do not repeat what the customer wrote', async () => {
    const issues = await issuesOf({ customerEmail: 'secret-address', message: { deep: 'secret-text' } });
    expect(JSON.stringify(issues)).not.toContain('secret');
  });
});

describe('unknown keys (C14)', () => {
  it.each(['unknown', 'status', 'id', 'createdAt', 'ipAddress', 'constructor', 'toString'])(
    'are ignored, like %s',
    async (key) => {
      const row = await accept({ [key]: 'x' });
      expect(row).toMatchObject({ status: 'NEW', ip_address: null, customer_name: validPayload.customerName });
    },
  );
});

describe('the earlier revision', () => {
  it('ignores customCardId, whatever it is', async () => {
    const earlier = await startTestService({ API_REVISION: 'earlier' });
    for (const customCardId of ['card-1', '', 7, null]) {
      const form = encodeForm([payloadPart({ ...validPayload, typeId: 't', customCardId })]);
      const { status, body } = await postForm(earlier.endpoint, form);
      expect(status).toBe(201);
      expect(await requestRow(earlier, body.id)).toMatchObject({ type_id: 't', custom_card_id: null });
    }
    await earlier.close();
  });
});

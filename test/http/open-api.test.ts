import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readIdempotencyKey } from '../../src/intake/submission/idempotency.ts';
import { type ApiRevision, apiRevisions } from '../../src/intake/submission/payload.ts';
import { failures } from '../../src/platform/failure/failure.ts';
import { type FaultyService, startFaultyService } from '../support/faulty-service.ts';
import { boundary, encodeForm, filePart, payloadPart, rawPayloadPart, validPayload } from '../support/form.ts';
import { connectRaw, exchangeRaw, type RawAnswer } from '../support/raw-connection.ts';
import { rawHead, rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

type Schema = Readonly<Record<string, unknown>>;
type Examples = Readonly<Record<string, { readonly value: unknown }>>;

interface Documented {
  readonly headers?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly examples?: Examples }>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: Schema; readonly examples?: Examples }[];
  readonly requestBody?: { readonly content: unknown };
  readonly responses: Readonly<Record<string, Documented>>;
}

interface ApiDocument extends Schema {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const documents = await Promise.all(
  apiRevisions.map(async (revision) => [revision, await servedDocument(revision)] as const),
);
const document = Object.fromEntries(documents).later as ApiDocument;
const ajv = formats.default(new Ajv2020({ strict: false }));
ajv.addSchema(document, 'document');

async function servedDocument(revision: ApiRevision): Promise<ApiDocument> {
  const serving = await startTestService({ API_REVISION: revision });
  const served = (await fetch(`${serving.address}/openapi.json`).then((response) => response.json())) as ApiDocument;
  await serving.close();
  return served;
}

/** Returns a validator for the schema of a documented response, or null when the response has no JSON body. */
function validatorOf({ content }: Documented): ValidateFunction | null {
  const schema = content?.['application/json']?.schema;
  return schema ? ajv.compile({ $ref: `document${schema.$ref}` }) : null;
}

/** Returns the responses in the document: method, path, status, and for failures the text. */
function documentedResponses(): string[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.entries(responses).flatMap(([status, { content }]) => {
        const values = Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => value);
        const operation = `${method.toUpperCase()} ${path} ${status}`;
        return values.length === 0 ? [operation] : values.map((value) => named(operation, value));
      }),
    ),
  );
}

/** Returns a name for a response. Failures with one status are distinguished by their text, without file names. */
function named(operation: string, body: unknown): string {
  const { error } = body as { error?: string };
  return error === undefined ? operation : `${operation} ${error.split(':')[0]}`;
}

describe.each(documents)('the document of the %s revision', (_revision, document) => {
  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  });

  it('has no pattern that other languages cannot read', () => {
    expect(JSON.stringify(document.components)).not.toContain('\\\\p{');
  });
});

describe('the document', () => {
  it('lists every failure but those of requests that it has no operation for', () => {
    const unlisted = ['method-not-allowed'];
    const all = Object.values(failures).map((make) =>
      (make as (detail: never) => ReturnType<typeof failures.busy>)('x' as never),
    );
    const expected = all
      .filter(({ code }) => !unlisted.includes(code))
      .map(({ status, body }) => named(`${status}`, body));
    const listed = documentedResponses().map((response) => response.replace(/^\S+ \S+ /, ''));
    expect(new Set(listed.filter((response) => /^\d+ ./.test(response)))).toEqual(new Set(expected));
  });
});

describe('the form', () => {
  type Body = Readonly<Record<string, { schema: { properties: Record<string, Schema> } } | undefined>>;
  const content = document.paths['/api/v1/commissions']?.post?.requestBody?.content as Body;
  const form = content['multipart/form-data'];
  const { payload, files } = form?.schema.properties ?? {};

  it('has a payload that generated clients send as a text part, without a file name', () => {
    expect(form).not.toHaveProperty('encoding');
    expect(payload).toMatchObject({ type: 'string' });
    expect(payload).not.toHaveProperty('contentMediaType');
    expect(payload).not.toHaveProperty('format');
  });

  it('has files that generated clients send as uploads', () => {
    expect(files).toMatchObject({ type: 'array', maxItems: 10, items: { type: 'string', format: 'binary' } });
  });

  it.each(documents)(
    'has in the %s revision only required fields and ones without a default',
    (_revision, document) => {
      const { required, properties } = document.components.schemas.Payload as Schema;
      expect(required).toEqual(['customerName', 'customerEmail', 'message']);
      for (const field of Object.values(properties as Record<string, Schema>)) {
        expect(field).not.toHaveProperty('default');
        expect(field.description).toEqual(expect.any(String));
      }
    },
  );
});

describe('the idempotency key', () => {
  const parameter = document.paths['/api/v1/commissions']?.post?.parameters?.find(
    ({ name }) => name === 'Idempotency-Key',
  );
  const isDocumented = ajv.compile(parameter?.schema ?? false);
  const isTaken = (key: string) => readIdempotencyKey({ 'idempotency-key': key }) !== 'invalid';

  it('is documented as what the service takes', () => {
    const unit = fc.constantFrom('a', '!', '~', ',', ' ', '"', '\\', '\t', '\u007f', 'ü');
    const short = fc.string({ unit, maxLength: 6 });
    const long = fc.tuple(fc.constantFrom('a', '\\\\', '\\"'), fc.integer({ min: 253, max: 257 }));
    const bare = fc.oneof(
      short,
      long.map(([text, count]) => text.repeat(count)),
    );
    const key = fc.oneof(
      bare,
      bare.map((text) => `"${text}"`),
    );
    fc.assert(
      fc.property(key, (text) => {
        expect(isDocumented(text)).toBe(isTaken(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('has examples that the service takes', () => {
    const examples = Object.values(parameter?.examples ?? {}).map(({ value }) => value);
    expect(examples).toHaveLength(2);
    expect(examples.filter((value) => isTaken(String(value)))).toEqual(examples);
  });
});

describe('the service', () => {
  let service: TestService;
  let bucketless: TestService;
  let faulty: FaultyService;
  let withoutDisk: TestService;
  const provoked = new Set<string>();

  beforeAll(async () => {
    service = await startTestService({ MAX_UPLOADS: '1', TIME_LIMITS: 'bodyRateWindowMs=1000' });
    bucketless = await startTestService({ BUCKET_NAME: '' });
    faulty = await startFaultyService();
    withoutDisk = await startTestService({ DISK_FLOOR_BYTES: String(Number.MAX_SAFE_INTEGER) });
  });

  afterAll(() => Promise.all([service, bucketless, faulty, withoutDisk].map((started) => started.close())));

  /** Checks a response against the document. */
  function check(operation: 'post' | 'get', path: string, { status, headers, body }: RawAnswer): void {
    const documented = document.paths[path]?.[operation]?.responses[status];
    expect(documented, `${operation} ${path} ${status}: ${body}`).toBeDefined();
    if (!documented) return;
    for (const [name, { schema }] of Object.entries(documented.headers ?? {})) {
      const text = headers[name.toLowerCase()];
      expect(text, name).toBeDefined();
      expect(ajv.validate(schema, schema.type === 'integer' ? Number(text) : text), `${name}: ${text}`).toBe(true);
    }
    const validate = validatorOf(documented);
    const value = validate ? JSON.parse(body) : null;
    expect(validate?.(value) ?? body === '', JSON.stringify(validate?.errors)).toBe(true);
    provoked.add(named(`${operation.toUpperCase()} ${path} ${status}`, value ?? {}));
  }

  const form = (...parts: Parameters<typeof encodeForm>[0]) => rawRequest(encodeForm(parts));
  const submissions: readonly [string, () => string | Buffer][] = [
    ['a whole form', () => form(payloadPart(), filePart('a.png', 'a'))],
    ['no payload', () => form(filePart('a.png', 'a'))],
    ['a payload that is no JSON', () => form(rawPayloadPart('{'))],
    ['a payload against the rules', () => form(payloadPart({ customerName: 1, extraIds: [''] }))],
    ['eleven files', () => form(payloadPart(), ...Array.from({ length: 11 }, () => filePart('a', 'a')))],
    ['a file too large', () => form(payloadPart(), filePart('a', Buffer.alloc(10 * 1024 * 1024 + 1)))],
    ['a request too large', () => rawHead({ headers: { 'content-length': '300000000', expect: '100-continue' } })],
    ['a body that is no form', () => rawRequest(Buffer.from('x'), { headers: { 'content-type': 'text/plain' } })],
    ['bytes that are no HTTP', () => 'FOO BAR\r\n\r\n'],
    ['headers too large', () => rawHead({ headers: { 'x-long': 'x'.repeat(20_000) } })],
  ];

  it.each(submissions)('answers %s as the document says', async (_name, request) => {
    check('post', '/api/v1/commissions', await exchangeRaw(service.port, request()));
  });

  it('rejects a form without its final boundary in the words of the document', async () => {
    const unfinished = encodeForm([payloadPart()]).subarray(0, -boundary.length);
    const { status, body } = await exchangeRaw(service.port, rawRequest(unfinished));
    const documented = document.paths['/api/v1/commissions']?.post?.responses[status];
    const { unreadableForm } = documented?.content?.['application/json']?.examples ?? {};
    expect(JSON.parse(body)).toEqual(unreadableForm?.value);
  });

  it('answers forms sent again under one key as the document says', async () => {
    const keyed = (message: string, key = 'a-key') =>
      exchangeRaw(
        faulty.port,
        rawRequest(encodeForm([payloadPart({ ...validPayload, message }), filePart('a.png', 'a')]), {
          headers: { 'idempotency-key': key },
        }),
      );
    faulty.objectStore.holdAnswers();
    const first = keyed('one');
    await expect.poll(() => faulty.s3.objects.size).toBe(1);
    const answers = [await keyed('one'), await keyed('other'), await keyed('one', 'a key')];
    await faulty.objectStore.pass();
    await first;
    for (const answer of answers) check('post', '/api/v1/commissions', answer);
    expect(answers.map(({ status }) => status)).toEqual([409, 422, 400]);
  });

  it('answers a body that stalls, and one beside it, as the document says', async () => {
    const stalled = await connectRaw(service.port);
    await stalled.send(rawHead({ headers: { 'content-length': '100000', expect: '100-continue' } }));
    await stalled.nextAnswer();
    const busy = await exchangeRaw(service.port, rawHead({ headers: { 'content-length': '100000' } }));
    check('post', '/api/v1/commissions', busy);
    const timedOut = await stalled.nextAnswer();
    check('post', '/api/v1/commissions', timedOut);
    expect([busy.status, timedOut.status]).toEqual([503, 408]);
    stalled.destroy();
  });

  it('answers as the document says without disk space', async () => {
    const files = await exchangeRaw(withoutDisk.port, form(payloadPart(), filePart('a.png', 'a')));
    check('post', '/api/v1/commissions', files);
    const readiness = await exchangeRaw(withoutDisk.port, rawHead({ method: 'GET', path: '/readyz' }));
    check('get', '/readyz', readiness);
    expect([files.status, readiness.status]).toEqual([503, 200]);
  });

  it('answers as the document says without a bucket or a database', async () => {
    check('post', '/api/v1/commissions', await exchangeRaw(bucketless.port, form(payloadPart())));
    faulty.database.refuse();
    check('post', '/api/v1/commissions', await exchangeRaw(faulty.port, form(payloadPart())));
    for (const path of ['/readyz', '/servez']) {
      check('get', path, await exchangeRaw(bucketless.port, rawHead({ method: 'GET', path })));
    }
    await faulty.database.pass();
  });

  it('answers as the document says before it knows what is published', async () => {
    const away = await startTestService({}, async () => 'postgres://postgres@127.0.0.1:1/none');
    for (const path of ['/api/v1/catalogue', '/api/v1/availability', '/api/v1/queue']) {
      check('get', path, await exchangeRaw(away.port, rawHead({ method: 'GET', path })));
    }
    await away.close();
  });

  it('gives a queue as the document says', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'open-api-')), 'studio.json');
    await writeFile(file, JSON.stringify({ queue: { isShown: true } }));
    const shown = await startTestService({ CATALOGUE_FILE: file });
    const path = '/api/v1/queue';
    check('get', path, await exchangeRaw(shown.port, rawHead({ method: 'GET', path })));
    await shown.close();
  });

  it('takes an address to tell of the opening as the document says', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'open-api-')), 'studio.json');
    await writeFile(file, JSON.stringify({ opening: { mode: 'closed' } }));
    const path = '/api/v1/opening-notices';
    const mailed = { CATALOGUE_FILE: file, SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://example.org/' };
    const ask = async ({ port }: { readonly port: number }, email: string) => {
      const body = Buffer.from(JSON.stringify({ email, language: 'de' }));
      check(
        'post',
        path,
        await exchangeRaw(port, rawRequest(body, { path, headers: { 'content-type': 'application/json' } })),
      );
    };
    const telling = await startTestService({ ...mailed, MAIL_FROM: 'Studio <studio@example.org>' });
    for (let asked = 0; asked < 6; asked += 1) await ask(telling, `a${asked}@example.net`);
    await ask(telling, 'x');
    await ask(telling, 'x'.repeat(5000));
    check('post', path, await exchangeRaw(telling.port, rawHead({ path, headers: { 'x-long': 'x'.repeat(20_000) } })));
    await telling.close();
    await ask(service, 'zoe@example.net');
    const away = await startTestService(
      { ...mailed, MAIL_FROM: 'Studio <studio@example.org>' },
      async () => 'postgres://postgres@127.0.0.1:1/none',
    );
    await ask(away, 'zoe@example.net');
    await away.close();
  });

  it('gives a challenge as the document says', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'open-api-')), 'studio.json');
    await writeFile(file, JSON.stringify({ guard: { mode: 'watch' } }));
    const path = '/api/v1/challenge';
    const guarded = await startTestService({ CATALOGUE_FILE: file });
    for (let asked = 0; asked < 61; asked += 1) {
      check('get', path, await exchangeRaw(guarded.port, rawHead({ method: 'GET', path })));
    }
    await guarded.close();
    const away = await startTestService({ CATALOGUE_FILE: file }, async () => 'postgres://postgres@127.0.0.1:1/none');
    check('get', path, await exchangeRaw(away.port, rawHead({ method: 'GET', path })));
    await away.close();
  });

  it.each([
    '/api/v1/limits',
    '/api/v1/catalogue',
    '/api/v1/availability',
    '/api/v1/queue',
    '/api/v1/challenge',
    '/healthz',
    '/readyz',
    '/servez',
  ])('answers GET %s as the document says', async (path) => {
    const first = await exchangeRaw(service.port, rawHead({ method: 'GET', path }));
    check('get', path, first);
    const long = { 'x-long': 'x'.repeat(20_000) };
    const tooLarge = await exchangeRaw(service.port, rawHead({ method: 'GET', path, headers: long }));
    check('get', path, tooLarge);
    expect(tooLarge.status).toBe(431);
    const { etag } = first.headers;
    if (etag === undefined) return;
    check(
      'get',
      path,
      await exchangeRaw(service.port, rawHead({ method: 'GET', path, headers: { 'if-none-match': etag } })),
    );
  });

  it('gives the document itself', async () => {
    const response = await fetch(`${service.address}/openapi.json`);
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('has by now sent every response that is documented', () => {
    expect([...provoked].sort()).toEqual([...new Set(documentedResponses())].sort());
  });
});

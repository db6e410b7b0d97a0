import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  encodeForm,
  filePart,
  formType,
  payloadPart,
  postForm,
  postParts,
  type RawPart,
  rawPayloadPart,
} from '../support/form.ts';
import { refuse } from '../support/refusal.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { fileRows } from '../support/stored-submission.ts';

const maxFile = Buffer.alloc(10 * 1024 * 1024, 7);
const tooLarge = Buffer.alloc(maxFile.length + 1, 7);

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service.close();
});

const refuseParts = (parts: readonly RawPart[]) => refuse(service, () => postParts(service.endpoint, parts));

const failed = (message: unknown) => ({ status: 500, body: { error: 'Commission submission failed', message } });

describe('Missing payload', () => {
  const answer = { status: 400, body: { error: 'Missing payload' } };
  const other = { headers: ['Content-Disposition: form-data; name="Payload"'], body: '{}' };
  const file = { headers: ['Content-Disposition: form-data; name="payload"; filename="p.json"'], body: '{}' };

  it.each([
    ['a form without parts', []],
    ['a form without a payload part', [filePart('a.png', 'a')]],
    ['a payload in another case', [other]],
    ['a payload that is a file', [file]],
  ])('answers %s', async (_, parts) => {
    expect(await refuseParts(parts)).toEqual(answer);
  });
});

describe('Invalid payload JSON', () => {
  it.each(['', ' ', '{', 'undefined', 'NaN', "{'a':1}", '{"a":1,}', '{}{}', 'null', 'false', '0', '-0', '0.0', '""'])(
    'answers the text %j',
    async (text) => {
      expect(await refuseParts([rawPayloadPart(text)])).toEqual({
        status: 400,
        body: { error: 'Invalid payload JSON' },
      });
    },
  );
});

describe('Validation error', () => {
  it('lists every issue of an empty object', async () => {
    const missing = (field: string) => ({
      code: 'invalid_type',
      expected: 'string',
      path: [field],
      message: 'Invalid input: expected string, received undefined',
    });
    expect(await refuseParts([payloadPart({})])).toEqual({
      status: 422,
      body: {
        error: 'Validation error',
        issues: [missing('customerName'), expect.objectContaining({ path: ['customerEmail'] }), missing('message')],
      },
    });
  });

  it.each([true, 1, 'text', [], [1]])('answers the payload %j, which is no object', async (payload) => {
    expect(await refuseParts([payloadPart(payload)])).toMatchObject({
      status: 422,
      body: { error: 'Validation error', issues: [{ code: 'invalid_type', expected: 'object', path: [] }] },
    });
  });
});

describe('Too many files', () => {
  const files = (count: number) => Array.from({ length: count }, (_, index) => filePart(`${index}.png`, `${index}`));

  it('refuses an eleventh file', async () => {
    const answer = await refuseParts([payloadPart(), ...files(11)]);
    expect(answer).toEqual({ status: 413, body: { error: 'Too many files' } });
  });

  it('accepts ten', async () => {
    const { status, body } = await postParts(service.endpoint, [payloadPart(), ...files(10)]);
    expect(status).toBe(201);
    const rows = await fileRows(service, body.id);
    expect(rows.map((row) => row.original_file)).toEqual(Array.from({ length: 10 }, (_, index) => `${index}.png`));
  });
});

describe('File too large', () => {
  it('accepts a file of exactly 10 MiB', async () => {
    const { status, body } = await postParts(service.endpoint, [payloadPart(), filePart('max.bin', maxFile)]);
    expect(status).toBe(201);
    expect(await fileRows(service, body.id)).toMatchObject([{ file_size: String(maxFile.length) }]);
  });

  it('names the first offending file in order', async () => {
    const files = [filePart('ok.png', 'ok'), filePart('first', tooLarge), filePart('second', tooLarge)];
    const answer = await refuseParts([payloadPart(), ...files]);
    expect(answer).toEqual({ status: 413, body: { error: 'File too large: first' } });
  });

  it.each([
    ['C:\\fake\\a%22b.png', 'C:\\fake\\a"b.png'],
    ['../ü🐈.png', '../ü🐈.png'],
    ['', ''],
  ])('names the file sent as "%s" as the customer knows it', async (sent, name) => {
    const answer = await refuseParts([filePart(sent, tooLarge), payloadPart()]);
    expect(answer).toEqual({ status: 413, body: { error: `File too large: ${name}` } });
  });
});

describe('Any other failure', () => {
  it('tells that a multipart body cannot be read', async () => {
    const form = encodeForm([payloadPart()]);
    const answer = await refuse(service, () => postForm(service.endpoint, form.subarray(0, -20)));
    expect(answer).toEqual(failed('Unreadable multipart body: the final boundary is missing'));
  });

  it('tells what the database said', async () => {
    await service.pool.query('alter table commission_requests rename to elsewhere');
    const answer = await postParts(service.endpoint, [payloadPart(), filePart('a.png', 'a')]);
    await service.pool.query('alter table elsewhere rename to commission_requests');
    expect(answer).toMatchObject(failed('relation "commission_requests" does not exist'));
  });

  it.each([
    ['commission_requests', '', 'Unknown server error'],
    ['commission_requests', 'no room for requests', 'no room for requests'],
    ['commission_request_files', 'no room for files', 'no room for files'],
  ])('leaves nothing behind when inserts into %s fail with the text "%s"', async (table, text, message) => {
    const answer = await refuse(service, async () => {
      await failInserts(service, table, text);
      const refused = await postParts(service.endpoint, [payloadPart(), filePart('a.png', 'a'), filePart('b', 'b')]);
      await service.pool.query(`drop trigger fail on ${table}`);
      return refused;
    });
    expect(answer).toEqual(failed(message));
  });

  it('takes the request back when an object cannot be stored, and remembers what it could not clean up', async () => {
    const objects = join(service.dataDirectory, 'objects');
    const before = await service.stored();
    await rename(objects, `${objects}.away`);
    await writeFile(objects, 'no directory');
    const { status, body } = await postParts(service.endpoint, [payloadPart(), filePart('a.png', 'a')]);
    await rm(objects);
    await rename(`${objects}.away`, objects);
    expect({ status, body }).toEqual(failed(expect.stringMatching(/^ENOTDIR/)));
    expect(await service.stored()).toEqual(before);
  });
});

describe('A service whose database is down', () => {
  it('starts, and answers with the text of an error that has only inner ones', async () => {
    const down = await startTestService({ DATABASE_URL: 'postgres://me:pa55-word@localhost:1/none' });
    const answer = await postParts(down.endpoint, [payloadPart()]);
    await down.close();
    expect(answer).toMatchObject(failed(expect.stringMatching(/^connect ECONNREFUSED (::1|127\.0\.0\.1):1$/)));
  });
});

describe('A service that tells failures only briefly', () => {
  let brief: TestService;

  beforeAll(async () => {
    brief = await startTestService({ FAILURE_DETAILS: 'brief' });
  });

  afterAll(() => brief.close());

  it('names the database, and logs its text', async () => {
    const answer = await refuse(brief, async () => {
      await brief.pool.query('alter table commission_requests rename to elsewhere');
      const rejected = await postParts(brief.endpoint, [payloadPart(), filePart('a.png', 'a')]);
      await brief.pool.query('alter table elsewhere rename to commission_requests');
      return rejected;
    });
    expect(answer).toEqual(failed('The database failed'));
    expect(JSON.stringify(brief.logLines)).toContain('does not exist');
  });

  it('names the object store', async () => {
    const objects = join(brief.dataDirectory, 'objects');
    const before = await brief.stored();
    await rename(objects, `${objects}.away`);
    await writeFile(objects, 'no directory');
    const { status, body } = await postParts(brief.endpoint, [payloadPart(), filePart('a.png', 'a')]);
    await rm(objects);
    await rename(`${objects}.away`, objects);
    expect({ status, body }).toEqual(failed('The object store failed'));
    expect(await brief.stored()).toEqual(before);
  });

  it('tells in full what is wrong with the form', async () => {
    const form = encodeForm([payloadPart()]);
    const answer = await refuse(brief, () => postForm(brief.endpoint, form.subarray(0, -20)));
    expect(answer).toEqual(failed('Unreadable multipart body: the final boundary is missing'));
  });
});

describe('A service without a bucket', () => {
  let bucketless: TestService;

  beforeAll(async () => {
    bucketless = await startTestService({ BUCKET_NAME: '' });
  });

  afterAll(async () => {
    await bucketless.close();
  });

  const eleven = Array.from({ length: 11 }, (_, index) => filePart(`${index}`, ''));

  it.each([
    ['valid', encodeForm([payloadPart(), filePart('a.png', 'a')]), formType],
    ['without a payload', encodeForm([]), formType],
    ['with JSON that is none', encodeForm([rawPayloadPart('{')]), formType],
    ['with a payload against the rules', encodeForm([payloadPart({})]), formType],
    ['with eleven files', encodeForm([...eleven, payloadPart()]), formType],
    ['with a file that is too large', encodeForm([payloadPart(), filePart('a', tooLarge)]), formType],
    ['without a final boundary', encodeForm([payloadPart()]).subarray(0, -20), formType],
    ['of no multipart type', encodeForm([payloadPart()]), 'text/plain'],
  ])('says so of a submission %s', async (_, form, type) => {
    const answer = await postForm(bucketless.endpoint, form, { 'content-type': type });
    expect(answer).toMatchObject(failed('BUCKET_NAME is not set'));
    expect(Object.keys(answer.body)).toEqual(['error', 'message']);
    expect(await bucketless.stored()).toMatchObject({ requests: 0, intents: 0, objectFiles: 0, spoolFiles: 0 });
  });
});

/** Makes every insert fail with this text, until the trigger is dropped. */
async function failInserts({ pool }: TestService, table: string, text: string): Promise<void> {
  await pool.query(`
    create or replace function fail() returns trigger language plpgsql
      as $$ begin raise exception using message = '${text}'; end $$;
    create trigger fail before insert on ${table} execute function fail()`);
}

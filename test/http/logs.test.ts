import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  encodeForm,
  filePart,
  payloadPart,
  postForm,
  postParts,
  type RawPart,
  rawPayloadPart,
} from '../support/form.ts';
import { connectRaw } from '../support/raw-connection.ts';
import { rawHead, rawRequest } from '../support/raw-request.ts';
import { s3Environment } from '../support/s3-environment.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Every text that must not appear in a log contains this mark. */
const mark = 'pr1vate';
const privatePayload = {
  typeId: `${mark}-type`,
  customerName: `${mark} name`,
  customerEmail: `${mark}@example.org`,
  customerSocials: `@${mark}`,
  message: `${mark} message`,
  extraIds: [`${mark}-extra`],
};
const headers = { 'x-forwarded-for': `${mark}-address`, 'user-agent': `${mark}-agent` };
const file = (name: string, body: Buffer | string = 'bytes') => filePart(`${mark}-${name}`, body);

let store: S3Server;
let service: TestService;
let linesBefore: number;

beforeAll(async () => {
  store = await startS3Server();
  service = await startTestService({ ...s3Environment(store), LOG_LEVEL: 'trace' });
});

beforeEach(() => {
  linesBefore = service.logLines.length;
});

afterAll(async () => {
  await service.close();
  await store.close();
});

const lines = () => service.logLines.slice(linesBefore);
/** On a busy machine, the check at the start still logs on debug that it ran out of time. */
const linesAboveDebug = () => lines().filter(({ level }) => level !== 'debug');
const verdictLines = () => lines().filter((line) => 'verdict' in line);

async function submit(parts: readonly RawPart[]) {
  const answer = await postParts(service.endpoint, parts, headers);
  expect(JSON.stringify(lines())).not.toContain(mark);
  expect(verdictLines()).toHaveLength(1);
  return { ...answer, line: verdictLines()[0] };
}

const time = expect.any(Number);

describe('the log (C28)', () => {
  it('tells of a submission in one line with its id, verdict, sizes and times', async () => {
    const { body, line } = await submit([payloadPart(privatePayload), file('a'), file('b')]);
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: body.id,
      verdict: 'created',
      status: 201,
      files: 2,
      bodyBytes: expect.any(Number),
      fileBytes: 10,
      readMs: time,
      totalMs: time,
      msg: 'Submission created',
    });
    expect(linesAboveDebug()).toHaveLength(1);
  });

  it.each<[string, readonly RawPart[]]>([
    ['missing-payload', [file('a')]],
    ['invalid-payload-json', [rawPayloadPart(`{"customerName":"${mark}`)]],
    ['validation-error', [payloadPart({ ...privatePayload, customerEmail: mark, message: [mark] })]],
    ['too-many-files', [payloadPart(privatePayload), ...Array.from({ length: 11 }, () => file('a'))]],
    ['file-too-large', [payloadPart(privatePayload), file('a', Buffer.alloc(10 * 1024 * 1024 + 1))]],
    ['request-too-large', [rawPayloadPart(`"${mark.repeat(200_000)}"`)]],
    ['submission-failed', [{ headers: [`${mark}: ${mark}`], body: mark }]],
    ['submission-failed', [{ headers: [mark], body: mark }]],
    ['submission-failed', [{ headers: [`Content-Disposition: form-data; name=files; filename="${mark}`], body: '' }]],
  ])('tells of a refused one its verdict alone: %s', async (verdict, parts) => {
    const { status, line } = await submit(parts);
    expect(line).toMatchObject({
      level: 'info',
      verdict,
      status,
      totalMs: time,
      bodyBytes: expect.any(Number),
      files: expect.any(Number),
    });
    expect(linesAboveDebug()).toHaveLength(1);
  });

  it.each([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00-more', '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', undefined],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01', undefined],
    ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', undefined],
    [`00-${mark}`, undefined],
  ])('has the trace of a caller that sends traceparent %s', async (traceparent, traceId) => {
    await postParts(service.endpoint, [payloadPart()], { traceparent });
    expect(verdictLines()).toMatchObject([{ verdict: 'created' }]);
    expect(verdictLines()[0]?.traceId).toBe(traceId);
  });

  it('says what is wrong with a form that cannot be read, and nothing of the code that found it', async () => {
    const { line } = await submit([{ headers: [`${mark}: ${mark}`], body: mark }]);
    expect(line).toMatchObject({ likelyCause: 'Unreadable multipart body: a part has no Content-Disposition' });
    expect(line).not.toHaveProperty('err');
  });

  it('names the likely cause of a payload that was sent as a file', async () => {
    const blob = { headers: ['Content-Disposition: form-data; name="payload"; filename="blob"'], body: '{}' };
    const { status, body, line } = await submit([blob]);
    expect({ status, body }).toEqual({ status: 400, body: { error: 'Missing payload' } });
    expect(line).toMatchObject({ verdict: 'missing-payload', likelyCause: expect.stringContaining('sent as a file') });
    linesBefore = service.logLines.length;
    const absent = await submit([file('a')]);
    expect(absent.line).not.toHaveProperty('likelyCause');
  });

  it.each(['files[]', 'files[0]', 'file', 'Attachment'])(
    'names the likely cause when a file named %s is dropped',
    async (name) => {
      const misnamed = { headers: [`Content-Disposition: form-data; name="${name}"; filename="${mark}"`], body: 'x' };
      const { status, line } = await submit([payloadPart(privatePayload), misnamed]);
      expect(status).toBe(201);
      expect(line).toMatchObject({ verdict: 'created', files: 0, likelyCause: expect.stringContaining('named files') });
      expect(JSON.stringify(line)).not.toContain(mark);
    },
  );

  it('names no likely cause when a dropped part is none of the form', async () => {
    const other = { headers: ['Content-Disposition: form-data; name="other"; filename="a"'], body: 'x' };
    const text = { headers: ['Content-Disposition: form-data; name="files[]"'], body: 'x' };
    const { line } = await submit([payloadPart(privatePayload), other, text]);
    expect(line).not.toHaveProperty('likelyCause');
  });

  it('tells the code and the constraint of a database error, and not what it quotes', async () => {
    await service.pool.query(
      `alter table commission_requests add constraint no_cats check (message <> '${privatePayload.message}') not valid`,
    );
    const { body, line } = await submit([payloadPart(privatePayload), file('a')]);
    await service.pool.query('alter table commission_requests drop constraint no_cats');
    const message = 'new row for relation "commission_requests" violates check constraint "no_cats"';
    expect(body).toEqual({ error: 'Commission submission failed', message });
    expect(line).toMatchObject({ level: 'error', verdict: 'submission-failed', status: 500, files: 1 });
    expect(line?.err).toMatchObject({ code: '23514', message: 'new row for relation "…"', constraint: 'no_cats' });
  });

  it('tells of a storage error and of a roll back that failed', async () => {
    store.inject({ operation: 'PUT', call: 2, effect: { kind: 'respond', status: 503, code: 'SlowDown' } });
    store.inject({ operation: 'DELETE', call: 1, times: 2, effect: { kind: 'respond', status: 500, code: 'Broken' } });
    const { line } = await submit([payloadPart(privatePayload), file('a'), file('b')]);
    expect(line).toMatchObject({ level: 'error', verdict: 'submission-failed', files: 2, fileBytes: 10 });
    const rollBacks = lines().filter(({ msg }) => String(msg).startsWith('Roll back'));
    expect(rollBacks).toMatchObject([{ level: 'warn', requestId: line?.requestId }]);
  });

  it('tells of a client that went away, and leaves nothing of it', async () => {
    const before = await service.stored();
    const form = encodeForm([payloadPart(privatePayload), file('a', Buffer.alloc(100_000))]);
    const connection = await connectRaw(service.port);
    await connection.send(rawHead({ headers: { ...headers, 'content-length': String(form.length) } }));
    await connection.send(form.subarray(0, 50_000));
    connection.destroy();
    await expect.poll(verdictLines).toMatchObject([{ verdict: 'client-gone' }]);
    expect(JSON.stringify(lines())).not.toContain(mark);
    expect(await service.stored()).toEqual(before);
  });

  it('tells nothing of a customer who takes another path', async () => {
    const form = encodeForm([payloadPart(privatePayload)]);
    await postForm(`${service.endpoint}/${mark}`, form, headers);
    const connection = await connectRaw(service.port);
    await connection.send(rawRequest(form, { path: `/%zz${mark}`, headers }));
    await connection.nextAnswer();
    connection.destroy();
    expect(JSON.stringify(lines())).not.toContain(mark);
  });
});

describe('the message of a failure (C27)', () => {
  it('holds no key of the object store, and neither does the log', async () => {
    const { accessKeyId, secretAccessKey } = store.credentials;
    const xml = `<Error><Code>Denied</Code><Message>key ${accessKeyId} with ${secretAccessKey} may not</Message></Error>`;
    store.inject({ operation: 'PUT', call: 1, effect: { kind: 'respond', status: 403, body: xml } });
    const { body, line } = await submit([payloadPart(privatePayload), file('a')]);
    const message = 'The object store responded with 403 Denied: key [redacted] with [redacted] may not';
    expect(body).toEqual({ error: 'Commission submission failed', message });
    expect(line?.err).toMatchObject({ message });
  });

  it('holds no connection string', async () => {
    await service.pool.query(`
      create function tell() returns trigger language plpgsql
        as $$ begin raise exception 'cannot reach postgres://me:s3cret@db:5432/x at all'; end $$;
      create trigger tell before insert on commission_requests execute function tell()`);
    const { body, line } = await submit([payloadPart(privatePayload)]);
    await service.pool.query('drop trigger tell on commission_requests');
    expect(body.message).toBe('cannot reach [redacted] at all');
    expect(JSON.stringify(line)).not.toContain('s3cret');
  });
});

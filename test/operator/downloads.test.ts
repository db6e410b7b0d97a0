import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectKey } from '../../src/platform/objects/object-key.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { attachmentOf } from '../support/attachments.ts';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';
import { sha256Of, storeFiles } from './stored-files.ts';

let stage: OperatorStage;
let operator: Caller;
/** More than two chunks of the store. */
const bytes = randomBytes(300_000);
let id: string;
let key: ObjectKey;

beforeAll(async () => {
  stage = await openOperatorStage();
  operator = await stage.person('operator');
  const stored = await storeFiles(stage, [
    { name: 'a "cat" – Katze.png', bytes },
    { name: 'empty.txt', type: 'text/plain', bytes: '' },
  ]);
  id = stored.id;
  key = stored.keys[0] as ObjectKey;
});

afterAll(() => stage.close());

const path = (position: number | string = 0, request = id) => `${api}/requests/${request}/files/${position}`;

async function fetchFile(headers: Record<string, string> = {}, file = path(), method = 'GET') {
  const response = await fetch(`${stage.address}${file}`, { method, headers: { ...operator.headers, ...headers } });
  return {
    response,
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  };
}

async function downloadEvents(request = id): Promise<{ actor: { kind: string }; from: unknown; to: unknown }[]> {
  const { body } = await operator.call('GET', `${api}/requests/${request}/events`);
  return body.items.filter(({ kind }: { kind: string }) => kind === 'download');
}

function put(content: Buffer | string, under = key): Promise<void> {
  return stage.objects.put(under, attachmentOf(content), { signal: AbortSignal.timeout(30_000) });
}

describe('a download', () => {
  it('is the file as it was sent, for a browser to keep and never to show', async () => {
    const { status, headers, body } = await fetchFile();
    expect(status).toBe(200);
    expect(body.equals(bytes)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '300000',
      'content-disposition':
        'attachment; filename="a _cat_ _ Katze.png"; filename*=UTF-8\'\'a%20%22cat%22%20%E2%80%93%20Katze.png',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      etag: `"${sha256Of(bytes)}"`,
    });
  });

  it.each([
    'text/html',
    'text/html;image/png',
    'image/png;text/html',
    'image/svg+xml',
    'image/png, text/html',
    ' image/png',
    'application/xhtml+xml',
    'application/pdf',
    'text/javascript',
    'multipart/x-mixed-replace',
    'image/png\r\nx: y',
    '',
  ])('has no type of a stranger: %j', async (type) => {
    const { id: other } = await storeFiles(stage, [{ name: 'a.html', bytes: '<script>alert(1)</script>' }]);
    await stage.database.pool.query('update commission_request_files set file_type = $2 where request_id = $1', [
      other,
      type,
    ]);
    const { status, headers } = await fetchFile({}, path(0, other));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toBe('attachment; filename="a.html"');
  });

  it.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/heic', 'IMAGE/PNG'])(
    'has the type of a picture: %s',
    async (type) => {
      const { id: other } = await storeFiles(stage, [{ name: 'a', type, bytes: 'x' }]);
      expect((await fetchFile({}, path(0, other))).headers.get('content-type')).toBe(type.toLowerCase());
    },
  );

  it('has no bytes of an empty file', async () => {
    const { status, headers, body } = await fetchFile({}, path(1));
    expect({ status, length: headers.get('content-length'), bytes: body.length }).toEqual({
      status: 200,
      length: '0',
      bytes: 0,
    });
  });

  it('is an event of the request, which names no file', async () => {
    const { id: other } = await storeFiles(stage, [{ name: 'a.png', bytes: 'abc' }]);
    await fetchFile({}, path(0, other));
    await fetchFile({}, path(0, other));
    const downloads = await downloadEvents(other);
    expect(downloads).toEqual([
      expect.objectContaining({ actor: expect.objectContaining({ kind: 'operator' }), from: null, to: [0] }),
      expect.objectContaining({ to: [0] }),
    ]);
    expect((await stage.inbox.reader.find(other))?.version).toBe(1);
  });

  it.each([
    ['2'],
    ['01'],
    ['-1'],
    ['1.0'],
    ['1e0'],
    ['%20'],
    ['0x0'],
    ['99999999999'],
    ['../0'],
    ['%2e%2e%2f0'],
    ['0%00'],
  ])('is 404 of no file: %s', async (position) => {
    const { status, headers } = await fetchFile({}, path(position));
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('problem+json');
  });

  it('is 404 of a request that is not submitted yet', async () => {
    const { id: other } = await storeFiles(stage, [{ name: 'a.png', bytes: 'abc' }]);
    await stage.database.pool.query(
      `insert into upload_intents (request_id, keys, state, lease_until) values ($1, '{}', 'PENDING', now())`,
      [other],
    );
    expect((await fetchFile({}, path(0, other))).status).toBe(404);
  });
});

describe('HEAD', () => {
  it('tells the headers of the whole and takes nothing', async () => {
    const before = await downloadEvents();
    const { status, headers, body } = await fetchFile({ range: 'bytes=0-1' }, path(), 'HEAD');
    expect({ status, length: headers.get('content-length'), bytes: body.length }).toEqual({
      status: 200,
      length: '300000',
      bytes: 0,
    });
    expect(headers.get('etag')).toBe(`"${sha256Of(bytes)}"`);
    expect(await downloadEvents()).toEqual(before);
  });
});

describe('a range', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100000-199999', 100_000, 199_999],
    ['bytes=299999-', 299_999, 299_999],
    ['bytes=250000-999999', 250_000, 299_999],
    ['bytes=-7', 299_993, 299_999],
    ['bytes=-999999', 0, 299_999],
    ['bytes=0-', 0, 299_999],
  ])('is sent with its place: %s', async (range, first, last) => {
    const { status, headers, body } = await fetchFile({ range });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${first}-${last}/300000`);
    expect(headers.get('content-length')).toBe(String(last - first + 1));
    expect(body.equals(bytes.subarray(first, last + 1))).toBe(true);
  });

  it.each(['bytes=300000-', 'bytes=-0', 'bytes=999999-1000000'])('is 416 behind the end: %s', async (range) => {
    const { status, headers } = await fetchFile({ range });
    expect(status).toBe(416);
    expect(headers.get('content-range')).toBe('bytes */300000');
  });

  it('is 416 of an empty file, but its end is there', async () => {
    expect((await fetchFile({ range: 'bytes=0-' }, path(1))).status).toBe(416);
    expect((await fetchFile({ range: 'bytes=-1' }, path(1))).status).toBe(200);
  });

  it.each(['bytes=0-1,5-6', 'bytes=5-1', 'lines=0-1', 'nonsense'])(
    'gives the whole when it is none: %s',
    async (range) => {
      const { status, body } = await fetchFile({ range });
      expect({ status, length: body.length }).toEqual({ status: 200, length: 300_000 });
    },
  );

  it('is sent with If-Range of the same file alone', async () => {
    const status = async (ifRange: string) => (await fetchFile({ range: 'bytes=5-9', 'if-range': ifRange })).status;
    expect(await status(`"${sha256Of(bytes)}"`)).toBe(206);
    expect(await status(`W/"${sha256Of(bytes)}"`)).toBe(200);
    expect(await status('"other"')).toBe(200);
    expect(await status('Sun, 22 Nov 2026 10:00:00 GMT')).toBe(200);
  });

  it('is no event when a page shows the picture to a person, and has the same bytes', async () => {
    const { id: other } = await storeFiles(stage, [{ name: 'a.png', bytes: 'abcdef' }]);
    const look = `${path(0, other)}?view=true`;
    expect((await fetchFile({}, look)).body.toString()).toBe('abcdef');
    expect((await fetchFile({ 'sec-fetch-dest': 'image' }, look)).status).toBe(200);
    expect(await downloadEvents(other)).toEqual([]);
  });

  it('is an event when a token, or a browser that saves the file, says that it only looks', async () => {
    const { id: other } = await storeFiles(stage, [{ name: 'a.png', bytes: 'abcdef' }]);
    const look = `${path(0, other)}?view=true`;
    for (const destination of ['document', 'empty', '']) await fetchFile({ 'sec-fetch-dest': destination }, look);
    expect(await downloadEvents(other)).toHaveLength(3);
    const program = await stage.program('read');
    await program.call('GET', look);
    expect(await downloadEvents(other)).toHaveLength(4);
  });

  it.each(['view=1', 'view=', 'look=true'])('is refused with the query %s', async (query) => {
    expect((await fetchFile({}, `${path()}?${query}`)).status).toBe(400);
  });

  it('is no new event when it goes on where a download broke off', async () => {
    const { id: other } = await storeFiles(stage, [{ name: 'a.png', bytes: 'abcdef' }]);
    await fetchFile({ range: 'bytes=3-' }, path(0, other));
    expect(await downloadEvents(other)).toHaveLength(1);
    await fetchFile({ range: 'bytes=4-' }, path(0, other));
    expect(await downloadEvents(other)).toHaveLength(1);
    await fetchFile({ range: 'bytes=0-' }, path(0, other));
    expect(await downloadEvents(other)).toHaveLength(2);
    const program = await stage.program('read');
    await program.call('GET', path(0, other), { headers: { range: 'bytes=4-' } });
    expect(await downloadEvents(other)).toHaveLength(3);
  });
});

describe('a file that the store does not have as it was sent', () => {
  const problemOf = async (headers: Record<string, string> = {}, file = path()) => {
    const { status, headers: received, body } = await fetchFile(headers, file);
    const isPlain = ['etag', 'content-disposition', 'content-range', 'accept-ranges'].every(
      (name) => !received.has(name),
    );
    return { status, isPlain, type: JSON.parse(body.toString()).type };
  };

  it('is a problem when it is missing, and no event', async () => {
    const { id: other, keys } = await storeFiles(stage, [{ name: 'a.png', bytes: 'abc' }]);
    await stage.objects.delete(keys[0] as ObjectKey, { signal: AbortSignal.timeout(30_000) });
    const missing = { status: 500, isPlain: true, type: 'urn:commissions:problem:file-missing' };
    expect(await problemOf({}, path(0, other))).toEqual(missing);
    expect(await problemOf({ range: 'bytes=1-' }, path(0, other))).toEqual(missing);
    expect((await fetchFile({}, path(0, other), 'HEAD')).status).toBe(500);
    expect(await downloadEvents(other)).toEqual([]);
    const line = stage.log.find((entry) => entry.includes('missing') && entry.includes(other));
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 50, requestId: other, position: 0 });
    expect(line).not.toContain('a.png');
  });

  it.each(['GET', 'HEAD'])(
    'is not found by %s when the request is erased meanwhile, which is no failure',
    async (method) => {
      let eraseNow = async () => {};
      const erasing: ObjectStore = {
        ...stage.objects,
        get: (...call) => eraseNow().then(() => stage.objects.get(...call)),
        stat: (...call) => eraseNow().then(() => stage.objects.stat(...call)),
      };
      const other = await openOperatorStage({ attachments: { objects: erasing } });
      const { id: stored, keys } = await storeFiles({ ...other, objects: stage.objects }, [
        { name: 'a.png', bytes: 'a' },
      ]);
      eraseNow = async () => {
        await other.database.pool.query('delete from commission_requests where id = $1', [stored]);
        await stage.objects.delete(keys[0] as ObjectKey, { signal: AbortSignal.timeout(30_000) });
      };
      expect((await fetch(`${other.address}${path(0, stored)}`, { method, headers: other.owner.headers })).status).toBe(
        404,
      );
      await other.close();
      expect(other.log.filter((line) => line.includes('"level":50'))).toEqual([]);
    },
  );

  it.each([
    ['longer', 'abcd'],
    ['shorter', 'ab'],
    ['altered', 'abd'],
  ])('is a problem when it is small and %s', async (_, content) => {
    const { id: other, keys } = await storeFiles(stage, [{ name: 'a.png', bytes: 'abc' }]);
    await put(content, keys[0]);
    expect(await problemOf({}, path(0, other))).toEqual({
      status: 500,
      isPlain: true,
      type: 'urn:commissions:problem:file-altered',
    });
    expect(await downloadEvents(other)).toEqual([]);
  });

  it('breaks off before its end when it is large and altered', async () => {
    const altered = Buffer.from(bytes);
    altered[10] = (altered[10] ?? 0) ^ 1;
    const { id: other, keys } = await storeFiles(stage, [{ name: 'a.png', bytes }]);
    await put(altered, keys[0]);
    const response = await fetch(`${stage.address}${path(0, other)}`, { headers: operator.headers });
    expect(response.headers.get('content-length')).toBe('300000');
    await expect(response.arrayBuffer()).rejects.toThrow();
    const logged = () =>
      stage.log.some((entry) => entry.includes('not the one that was stored') && entry.includes(other));
    await expect.poll(logged).toBe(true);
  });

  it('is 503 when the store does not respond', async () => {
    const away: ObjectStore = {
      ...stage.objects,
      get: () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
    };
    const other = await openOperatorStage({ attachments: { objects: away } });
    const { id: stored } = await storeFiles(other, [{ name: 'a.png', bytes: 'abc' }]);
    const { status, headers, body } = await other.owner.call('GET', path(0, stored));
    expect({ status, retryAfter: headers.get('retry-after'), title: body.title }).toEqual({
      status: 503,
      retryAfter: '5',
      title: 'The object store does not respond',
    });
    await other.close();
  });
});

describe('a client with or without the file', () => {
  it('gets no file again that it has', async () => {
    const before = await downloadEvents();
    const { status, body } = await fetchFile({ 'if-none-match': `"other", W/"${sha256Of(bytes)}"` });
    expect({ status, length: body.length }).toEqual({ status: 304, length: 0 });
    const head = await fetchFile({ 'if-none-match': '*' }, path(), 'HEAD');
    expect([head.status, head.headers.has('content-length')]).toEqual([304, false]);
    expect(await downloadEvents()).toEqual(before);
  });

  it('ends the reading of the object when it leaves, which is no failure', async () => {
    let content: { destroyed: boolean } | undefined;
    const watched: ObjectStore = {
      ...stage.objects,
      async get(objectKey, options) {
        const object = await stage.objects.get(objectKey, options);
        content = object?.content;
        return object;
      },
    };
    const other = await openOperatorStage({ attachments: { objects: watched } });
    const large = randomBytes(9_000_000);
    const { id: stored } = await storeFiles({ ...other, objects: stage.objects }, [{ name: 'a.png', bytes: large }]);
    const leaving = new AbortController();
    const response = await fetch(`${other.address}${path(0, stored)}`, {
      headers: other.owner.headers,
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    leaving.abort();
    await expect.poll(() => content?.destroyed).toBe(true);
    await other.close();
    expect(other.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { refuse } from '../support/refusal.ts';
import { s3Environment } from '../support/s3-environment.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { fileRows } from '../support/stored-submission.ts';

let store: S3Server;
let service: TestService;
let seenBefore: number;

beforeAll(async () => {
  store = await startS3Server();
  service = await startTestService(s3Environment(store));
});

beforeEach(() => {
  seenBefore = store.requests.length;
});

afterAll(async () => {
  await service.close();
  await store.close();
});

const parts = ['a.png', 'b.svg', 'c.gif'].map((name) => filePart(name, `bytes of ${name}`, `image/${name.slice(2)}`));
const seen = () => store.requests.slice(seenBefore);

/** Resolves with the requests that are in the table but not in the view, and their statuses. */
async function hiddenRequests() {
  const { rows } = await service.pool.query(`
    select r.status, (select count(*)::int from commission_request_files f where f.request_id = r.id) as files
    from commission_requests r where not exists (select from submitted_commission_requests s where s.id = r.id)`);
  return rows;
}

async function isSubmitted(id: unknown): Promise<boolean> {
  const { rowCount } = await service.pool.query('select from submitted_commission_requests where id = $1', [id]);
  return rowCount === 1;
}

describe('a submission under way (C21, C25)', () => {
  it.each([1, 2, 3])('is NEW but not yet shown to people while file %i is being stored', async (call) => {
    const struck = store.inject({ operation: 'PUT', call, effect: { kind: 'hang' } }).struck;
    const submitted = postParts(service.endpoint, [payloadPart(), ...parts]);
    await struck;
    expect(seen()).toHaveLength(call);
    expect(await hiddenRequests()).toEqual([{ status: 'NEW', files: 0 }]);

    // The store breaks the connection, and the service retries that file.
    store.dropConnections();
    const { status, body } = await submitted;
    expect(status).toBe(201);
    expect(await hiddenRequests()).toEqual([]);
    expect(await isSubmitted(body.id)).toBe(true);
  });

  it('stores its files one after the other in the order of the form', async () => {
    const { body } = await postParts(service.endpoint, [...parts, payloadPart()]);
    const keys = (await fileRows(service, body.id)).map((file) => file.file_key);
    expect(seen().map(({ operation, key }) => `${operation} ${key}`)).toEqual(keys.map((key) => `PUT ${key}`));
    expect(keys.map((key) => store.objects.get(key)?.bytes.toString())).toEqual(parts.map(({ body }) => body));
    expect(keys.map((key) => store.objects.get(key)?.contentType)).toEqual(['image/png', 'image/svg', 'image/gif']);
  });

  it('is shown at once when it has no files and asks nothing of the store', async () => {
    const { body } = await postParts(service.endpoint, [payloadPart()]);
    expect(await isSubmitted(body.id)).toBe(true);
    expect(seen()).toEqual([]);
  });
});

describe('a failed upload', () => {
  it('takes the stored objects and the record back', async () => {
    const objectsBefore = [...store.objects.keys()];
    store.inject({ operation: 'PUT', call: 3, effect: { kind: 'respond', status: 503, code: 'SlowDown' } });
    const { status, body } = await postParts(service.endpoint, [payloadPart(), ...parts]);
    expect({ status, body }).toEqual({
      status: 500,
      body: {
        error: 'Commission submission failed',
        message: expect.stringMatching(/^The object store responded with 503 SlowDown: Injected by the /),
      },
    });
    expect([...store.objects.keys()]).toEqual(objectsBefore);
  });

  it('stores none of the files that follow', async () => {
    const answer = await refuse(service, async () => {
      store.inject({ operation: 'PUT', call: 1, effect: { kind: 'respond', status: 403, code: 'AccessDenied' } });
      const refused = await postParts(service.endpoint, [payloadPart(), ...parts]);
      expect(seen().filter(({ operation }) => operation === 'PUT')).toHaveLength(1);
      return refused;
    });
    expect(answer.status).toBe(500);
  });

  it('cleans up an upload whose outcome is unknown as if it had been stored (C25)', async () => {
    const objectsBefore = [...store.objects.keys()];
    const answer = await refuse(service, async () => {
      store.inject({ operation: 'PUT', call: 1, times: 2, effect: { kind: 'apply-then-reset' } });
      const refused = await postParts(service.endpoint, [payloadPart(), ...parts]);
      expect([...store.objects.keys()]).toEqual(objectsBefore);
      return refused;
    });
    expect(answer.status).toBe(500);
  });

  it('answers the first failure though the cleanup fails too, and removes the record all the same', async () => {
    const before = await service.stored();
    store.inject({ operation: 'PUT', call: 2, effect: { kind: 'respond', status: 507, code: 'Full' } });
    store.inject({ operation: 'DELETE', call: 1, times: 3, effect: { kind: 'respond', status: 500, code: 'Broken' } });
    const { status, body } = await postParts(service.endpoint, [payloadPart(), ...parts]);
    expect(status).toBe(500);
    expect(body.message).toMatch(/^The object store responded with 507 Full/);
    // The journal keeps the keys for a later try.
    expect(await service.stored()).toEqual(before);
    expect((await postParts(service.endpoint, [payloadPart(), ...parts])).status).toBe(201);
  });
});

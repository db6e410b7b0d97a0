import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  encodeForm,
  filePart,
  formType,
  payloadPart,
  type RawPart,
  rawPayloadPart,
  validPayload,
} from '../support/form.ts';
import { invalidBodies, validBodies } from '../support/multipart-corpus.ts';
import { publishStudio } from '../support/publish-studio.ts';
import { exchangeRaw } from '../support/raw-connection.ts';
import { type RawHead, rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

const openings = {
  open: { mode: 'open' },
  closed: { mode: 'closed' },
  scheduled: { mode: 'scheduled', opensAt: '2099-01-01T00:00:00Z' },
  full: { requestLimit: 0 },
  'without slots': { slots: { total: 0 }, whenFull: 'close' },
} as const;
type Name = keyof typeof openings;
const names = Object.keys(openings) as readonly Name[];

interface Exchange {
  readonly body: Uint8Array;
  readonly head?: RawHead;
}

const formPart = (form: object): RawPart => ({
  headers: ['Content-Disposition: form-data; name="commission-form"'],
  body: JSON.stringify(form),
});
const keyed = (key: string): RawHead => ({ headers: { 'idempotency-key': key } });
const small = encodeForm([payloadPart(), filePart('a.png', 'a')]);
const faulty = ['customerName', 'customerEmail', 'message'].flatMap((name) =>
  [undefined, null, '', 7, 'x'.repeat(200_000)].map((value) => ({ ...validPayload, [name]: value })),
);

/** What clients send, from a whole form to none. */
const corpus: readonly Exchange[] = [
  ...[...validBodies, ...invalidBodies].map(({ body, boundary }) => ({
    body,
    head: { headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` } },
  })),
  ...faulty.map((payload) => ({ body: encodeForm([payloadPart(payload)]) })),
  { body: encodeForm([payloadPart({ ...validPayload, typeId: 'bust', optionId: 'x', extraIds: ['a', 'b'] })]) },
  {
    body: encodeForm([payloadPart(), ...Array.from({ length: 10 }, (_, at) => filePart(`${at}.png`, 'x'.repeat(at)))]),
  },
  { body: encodeForm([payloadPart(), ...Array.from({ length: 11 }, () => filePart('a', 'a'))]) },
  { body: encodeForm([payloadPart(), formPart({ v: 1, revision: 1, answers: { a: 'b' } })]) },
  { body: encodeForm([payloadPart(), formPart({ v: 2 })]) },
  { body: encodeForm([rawPayloadPart('{')]) },
  { body: encodeForm([]) },
  { body: small, head: keyed('d2a0c9f0-5f5e-4b59-9d55-6f3c8a0c1111') },
  { body: small, head: keyed('d2a0c9f0-5f5e-4b59-9d55-6f3c8a0c1111') },
  { body: encodeForm([payloadPart()]), head: keyed('d2a0c9f0-5f5e-4b59-9d55-6f3c8a0c1111') },
  { body: small, head: { headers: { 'content-language': 'de', 'user-agent': 'A program' } } },
  { body: small, head: { headers: { 'content-type': 'text/plain' } } },
  { body: small, head: { headers: { 'content-type': formType.replace('multipart/form-data', 'multipart/mixed') } } },
  { body: small, head: { path: '/api/v1/commissions/' } },
  ...['GET', 'PUT', 'DELETE'].map((method) => ({ body: Buffer.alloc(0), head: { method } })),
];

let services: Readonly<Record<Name, TestService>>;

beforeAll(async () => {
  const started = await Promise.all(names.map(async (name) => [name, await startTestService()] as const));
  services = Object.fromEntries(started) as Record<Name, TestService>;
  await Promise.all(names.map((name) => publishStudio(services[name].pool, { opening: openings[name] })));
});

afterAll(() => Promise.all(Object.values(services ?? {}).map((service) => service.close())));

const isFollowed = async ({ pool }: TestService) => (await pool.query('select from opening_progress')).rowCount === 1;

/** Resolves with all responses, with the ids, times and tokens of this service replaced by their order. */
async function responsesOf({ port }: TestService): Promise<readonly string[]> {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    const known = ids.get(id) ?? `id ${ids.size}`;
    ids.set(id, known);
    return known;
  };
  const responses: string[] = [];
  for (const { body, head } of corpus) {
    const { status, headers, body: text } = await exchangeRaw(port, rawRequest(body, head));
    const { date: _, ...compared } = headers;
    responses.push(
      JSON.stringify({ status, compared, text })
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, idOf)
        .replace(/requests\/[\w-]+/g, idOf)
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time'),
    );
  }
  return responses;
}

/** Resolves with what is stored of each request, except its id and its times. */
async function rowsOf({ pool }: TestService): Promise<readonly Record<string, unknown>[]> {
  const { rows } = await pool.query<{ stored: Record<string, unknown> }>(`
    select to_jsonb(r) - array['id', 'created_at', 'changed_at'] as stored
    from commission_requests r join request_events e on e.request_id = r.id and e.kind = 'created'
    order by e.epoch, e.tx, e.seq`);
  return rows.map(({ stored }) => stored);
}

const isJudged = async ({ pool }: TestService) => {
  const text = `
    select from request_events e, opening_progress p
    where e.kind = 'created' and (e.epoch, e.tx, e.seq) > (p.epoch, p.tx, p.seq)`;
  return (await pool.query(text)).rowCount === 0;
};

describe('the endpoint of a form that is closed or full', () => {
  it('responds as that of an open one, and stores the same except for how the request arrived', async () => {
    await Promise.all(names.map((name) => expect.poll(() => isFollowed(services[name])).toBe(true)));
    const states = names.map(async (name) => {
      const response = await fetch(`${services[name].address}/api/v1/availability`);
      return ((await response.json()) as { state: string }).state;
    });
    expect(await Promise.all(states)).toEqual(['open', 'closed', 'closed', 'closed', 'closed']);
    const [first = [], ...others] = await Promise.all(names.map((name) => responsesOf(services[name])));
    const created = first.filter((response) => response.startsWith('{"status":201,'));
    expect(created.length).toBeGreaterThan(5);
    expect(created.length).toBeLessThan(first.length);
    for (const other of others) expect(other).toEqual(first);

    await Promise.all(names.map((name) => expect.poll(() => isJudged(services[name])).toBe(true)));
    const open = await rowsOf(services.open);
    const arrivals = { open: null, closed: 'closed', scheduled: 'closed', full: 'full', 'without slots': 'full' };
    for (const name of names) {
      expect(await rowsOf(services[name])).toEqual(open.map((row) => ({ ...row, arrival: arrivals[name] })));
      const { requests, files, links, objectFiles } = await services[name].stored();
      const expected = await services.open.stored();
      expect({ requests, files, links, objectFiles }).toMatchObject({
        requests: expected.requests,
        files: expected.files,
        links: expected.links,
        objectFiles: expected.objectFiles,
      });
    }
  });
});

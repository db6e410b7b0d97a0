import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, filePart, payloadPart } from '../support/form.ts';
import { publishStudio } from '../support/publish-studio.ts';
import { exchangeRaw, type RawAnswer } from '../support/raw-connection.ts';
import { rawRequest } from '../support/raw-request.ts';
import { s3Environment } from '../support/s3-environment.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { endpointCorpus } from './endpoint-corpus.ts';

const openings = {
  open: { mode: 'open' },
  closed: { mode: 'closed' },
  scheduled: { mode: 'scheduled', opensAt: '2099-01-01T00:00:00Z' },
  full: { requestLimit: 0 },
  'without slots': { slots: { total: 0 }, whenFull: 'close' },
} as const;
type Name = keyof typeof openings;
const names = Object.keys(openings) as readonly Name[];

interface Stage {
  readonly service: TestService;
  readonly store: S3Server;
}

let stages: Readonly<Record<Name, Stage>>;

beforeAll(async () => {
  const opened = await Promise.all(names.map(async (name) => [name, await openStage(openings[name])] as const));
  stages = Object.fromEntries(opened) as Record<Name, Stage>;
});

afterAll(() =>
  Promise.all(
    Object.values(stages ?? {}).map(async ({ service, store }) => {
      await service.close();
      await store.close();
    }),
  ),
);

async function openStage(opening: object): Promise<Stage> {
  const store = await startS3Server();
  const service = await startTestService(s3Environment(store));
  await service.pool.query("insert into commission_extras (id, name) values ('frame', 'Frame'), ('rush', 'Rush')");
  await publishStudio(service.pool, { opening });
  return { service, store };
}

const inEach = <T>(act: (stage: Stage) => Promise<T>) => Promise.all(names.map((name) => act(stages[name])));

const isFollowed = async ({ service }: Stage) => (await service.pool.query('select from opening_state')).rowCount === 1;

/** Resolves with all responses, with the ids, times and tokens of this service replaced by their order. */
async function responsesOf({ service, store }: Stage): Promise<readonly string[]> {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    const known = ids.get(id) ?? `id ${ids.size}`;
    ids.set(id, known);
    return known;
  };
  const responses: string[] = [];
  const compare = ({ status, headers: { date: _, ...headers }, body }: RawAnswer) =>
    responses.push(
      JSON.stringify({ status, headers, body })
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, idOf)
        .replace(/requests\/[\w-]+/g, idOf)
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time'),
    );
  for (const { request, fault } of endpointCorpus) {
    if (fault) store.inject(fault);
    compare(await exchangeRaw(service.port, request));
  }
  for (const response of await sendTwiceAtOnce({ service, store })) compare(response);
  return responses;
}

/** Resolves with both responses. The second request comes while the first is stored, and no list shows that one yet. */
async function sendTwiceAtOnce({ service, store }: Stage): Promise<readonly RawAnswer[]> {
  const head = { headers: { 'idempotency-key': 'twice' } };
  const request = rawRequest(encodeForm([payloadPart(), filePart('a.png', 'a')]), head);
  const { struck } = store.inject({ operation: 'PUT', call: 1, effect: { kind: 'hold' } });
  const first = exchangeRaw(service.port, request);
  await struck;
  const second = await exchangeRaw(service.port, request);
  expect(await hiddenIn(service)).toBe(1);
  store.release();
  return [second, await first];
}

async function hiddenIn({ pool }: TestService): Promise<number | null> {
  const text = 'select from commission_requests where id not in (select id from submitted_commission_requests)';
  return (await pool.query(text)).rowCount;
}

/** Resolves with what is stored of each request, except ids, times and hashes by the key of each database. */
async function rowsOf({ service, store }: Stage): Promise<readonly Record<string, unknown>[]> {
  interface Row {
    readonly stored: Record<string, unknown>;
    readonly files: readonly { readonly file_key: string }[];
  }
  const { rows } = await service.pool.query<Row>(`
    select
      to_jsonb(r) - array['id', 'created_at', 'arrived_at', 'changed_at', 'guard'] || jsonb_build_object(
        'extras', array(select extra_id from commission_request_extras where request_id = r.id order by extra_id),
        'keys', array(select key from idempotency_keys where request_id = r.id)
      ) as stored,
      array(
        select to_jsonb(f) - array['id', 'request_id', 'upload_date']
        from commission_request_files f where f.request_id = r.id order by position
      ) as files
    from commission_requests r join request_events e on e.request_id = r.id and e.kind = 'created'
    order by e.epoch, e.tx, e.seq`);
  const fileOf = ({ file_key, ...file }: Row['files'][number]) => {
    const { bytes, contentType, contentDisposition } = store.objects.get(file_key) ?? {};
    const sha256 = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex');
    return { ...file, extension: file_key.replace(/^[^.]*/, ''), object: { sha256, contentType, contentDisposition } };
  };
  return rows.map(({ stored, files }) => ({ ...stored, files: files.map(fileOf) }));
}

const isJudged = async ({ service }: Stage) =>
  (await service.pool.query('select from commission_requests where judging is not null')).rowCount === 0;

describe('the endpoint of a form that is closed or full', () => {
  it('responds as that of an open one, and stores the same except for how the request arrived', async () => {
    await inEach((stage) => expect.poll(() => isFollowed(stage)).toBe(true));
    const states = await inEach(async ({ service }) => {
      const response = await fetch(`${service.address}/api/v1/availability`);
      return ((await response.json()) as { state: string }).state;
    });
    expect(states).toEqual(['open', 'closed', 'closed', 'closed', 'closed']);

    const [open = [], ...others] = await inEach(responsesOf);
    const read = open.map((response) => JSON.parse(response));
    expect([...new Set(read.map(({ status }) => status))].sort()).toEqual([
      201, 400, 404, 405, 409, 413, 422, 431, 500,
    ]);
    const sent = (at: number) => endpointCorpus[at]?.request.toString('latin1', 0, 400) ?? 'the same key twice at once';
    const differences = others.flatMap((responses, other) =>
      open.flatMap((expected, at) =>
        responses[at] === expected ? [] : [{ to: names[other + 1], sent: sent(at), expected, received: responses[at] }],
      ),
    );
    expect(differences).toEqual([]);

    await inEach((stage) => expect.poll(() => isJudged(stage)).toBe(true));
    const rows = await rowsOf(stages.open);
    const created = read.filter(({ status }) => status === 201).map(({ body }) => JSON.parse(body).id);
    expect(rows).toHaveLength(new Set(created).size);
    const arrivals = { open: null, closed: 'closed', scheduled: 'closed', full: 'full', 'without slots': 'full' };
    for (const name of names) {
      expect(await rowsOf(stages[name])).toEqual(rows.map((row) => ({ ...row, arrival: arrivals[name] })));
      expect(stages[name].store.objects.size).toBe(stages.open.store.objects.size);
      expect(await hiddenIn(stages[name].service)).toBe(0);
    }
  });
});

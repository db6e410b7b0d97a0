import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { encodeForm, payloadPart } from '../../../test/support/form.ts';
import { publishStudio } from '../../../test/support/publish-studio.ts';
import { exchangeRaw } from '../../../test/support/raw-connection.ts';
import { rawRequest } from '../../../test/support/raw-request.ts';
import { worstForms, worstStudio } from '../../../test/support/worst-forms.ts';
import { type TrialInbox, withInbox } from '../../service/inbox.ts';
import { type Promised, staysUnder } from '../../service/verdict.ts';
import { describeStall, maxStallMs, type StallWatch, withStallWatch } from './stalls.ts';

const maxPeakMiB = 400;
const lookMs = 100;
const kinds = Object.entries(worstForms);
const extrasText = 'update commission_requests set extra_ids = array(select i::text from generate_series(1, 60000) i)';
const headers = ['Content-Disposition: form-data; name="commission-form"'];

/** Sends this many forms with the worst parts `commission-form`, then reads them in every way. */
export function playFormDetails(parts: number): Promise<readonly Promised[]> {
  return withStallWatch((env, watch) =>
    withReceiver((url, received) =>
      withInbox({ ...env, DELIVERY_ALLOW_PRIVATE: 'true' }, async (service, inbox) => {
        const { pool, port } = service;
        await publishStudio(pool, worstStudio);
        while (!(await (await fetch(`http://127.0.0.1:${port}/api/v1/catalogue`)).text()).includes('Number?'))
          await sleep(lookMs);
        await service.command('channels', 'add', 'webhook', url, '--fields', 'answers');
        const measure = createMeasure(watch);
        const bodies = kinds.map(([, body]) => rawRequest(encodeForm([payloadPart(), { headers, body }])));
        const promises = [
          await measure('forms that arrive, are indexed and sent to a webhook', async () => {
            for (let sent = 0; sent < parts; sent += 1) {
              const { status } = await exchangeRaw(port, bodies[sent % bodies.length] ?? Buffer.of());
              if (status !== 201) throw new Error(`A form got ${status}`);
            }
            while (received() < parts || !(await isIndexed(pool))) await sleep(lookMs);
          }),
          ...(await readAll(pool, inbox, measure)),
        ];
        return [...promises, staysUnder('peak', await service.peakMiB(), maxPeakMiB)];
      }),
    ),
  );
}

type Measure = ReturnType<typeof createMeasure>;

function createMeasure({ takeLongest, untilQuiet }: StallWatch) {
  return async (name: string, work: () => Promise<unknown>): Promise<Promised> => {
    await untilQuiet();
    await work();
    const stall = await takeLongest();
    return { promise: `${name}: ${describeStall(stall)}`, kept: stall.cpuMs < maxStallMs };
  };
}

async function readAll(pool: Pool, inbox: TrialInbox, measure: Measure): Promise<readonly Promised[]> {
  const read = (path: string) =>
    measure(path.replace(/[0-9a-f-]{36}/, 'ID'), async () => {
      const response = await inbox.get(path);
      if (response.status !== 200) throw new Error(`${path} got ${response.status}`);
      await response.arrayBuffer();
    });
  const promises = [await read('requests?limit=50'), await read('requests?limit=200')];
  for (const path of [
    'requests?limit=200&answer.list=a',
    'requests?limit=200&q=abcdefghi',
    'requests.jsonl',
    'requests.csv',
  ])
    promises.push(await read(path));
  const { rows } = await pool.query<{ id: string }>('select id from commission_requests order by id limit $1', [
    kinds.length,
  ]);
  for (const [index, { id }] of rows.entries())
    for (const path of [`requests/${id}`, `requests/${id}/form`, `requests/${id}/same-customer`]) {
      const { promise, kept } = await read(path);
      promises.push({ promise: `${kinds[index]?.[0]}, ${promise}`, kept });
    }
  await pool.query(extrasText);
  for (const path of ['requests?limit=200', `requests/${rows[0]?.id}`, 'requests.jsonl', 'requests.csv']) {
    const { promise, kept } = await read(path);
    promises.push({ promise: `with 60,000 extras, ${promise}`, kept });
  }
  await pool.query("update commission_requests set hold = 'held'");
  return [...promises, await read('requests?held=true&limit=200')];
}

async function isIndexed(pool: Pool): Promise<boolean> {
  const text = `
    select not exists (
      select from commission_requests r where not exists (select from request_search s where s.request_id = r.id)
    ) as "isIndexed"`;
  return (await pool.query<{ isIndexed: boolean }>(text)).rows[0]?.isIndexed === true;
}

/** Starts a receiver of webhooks, and counts them. */
async function withReceiver<T>(work: (url: string, received: () => number) => Promise<T>): Promise<T> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, () => count);
  } finally {
    server.close();
  }
}

import { connectRaw } from '../../test/support/raw-connection.ts';
import { rawHead } from '../../test/support/raw-request.ts';
import { readCountOption } from '../service/count-option.ts';
import { withService } from '../service/service-under-trial.ts';
import { conclude } from '../service/verdict.ts';
import { countDeliveries } from './deliveries.ts';
import {
  bodyRateWindowMs,
  bucketMissing,
  busy,
  maxRequestBytes,
  overTheCap,
  type Refusal,
  refusals,
  tooSlow,
} from './refusals.ts';

const defaultTimes = 1000;
const oneKeptPlace = {
  MAX_UPLOADS: '1',
  TIME_LIMITS: 'minBodyBytesPerSecond=0,busyMinBodyBytesPerSecond=0',
};

const times = readCountOption(process.argv.slice(2), 'times', defaultTimes);
let rows = 0;
let lost = 0;

await withService({}, async ({ port }) => {
  for (const refusal of refusals) await count(port, refusal);
});
await withService({ BUCKET_NAME: '' }, ({ port }) => count(port, bucketMissing));
await withService({ MAX_REQUEST_BYTES: String(maxRequestBytes) }, ({ port }) => count(port, overTheCap));
await withService({ TIME_LIMITS: `bodyRateWindowMs=${bodyRateWindowMs}` }, ({ port }) => count(port, tooSlow));
await withService(oneKeptPlace, async ({ port }) => {
  const holder = await connectRaw(port);
  await holder.send(rawHead({ headers: { 'content-length': '1000000', expect: '100-continue' } }));
  await holder.nextAnswer();
  await count(port, busy);
  holder.destroy();
});
conclude([{ promise: `${lost} of ${rows * times} verdicts were lost`, kept: lost === 0 }]);

async function count(port: number, refusal: Refusal): Promise<void> {
  for (const connection of ['keep-alive', 'close'] as const) {
    const startedAt = performance.now();
    const { sent, delivered, firstLoss } = await countDeliveries(port, refusal, connection, times);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const row = `${refusal.status} ${refusal.name}, ${connection}: ${delivered} of ${sent} delivered, ${seconds} s`;
    console.log(firstLoss === null ? row : `${row}; one got ${firstLoss}`);
    rows += 1;
    lost += sent - delivered;
  }
}

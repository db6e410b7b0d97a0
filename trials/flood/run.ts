import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { readCountOption } from '../service/count-option.ts';
import { type ServiceUnderTrial, withService } from '../service/service-under-trial.ts';
import { conclude } from '../service/verdict.ts';
import { createCustomers, type Served } from './customers.ts';
import { sendJunk } from './junk.ts';
import { startMailbox } from './mailbox.ts';

const defaultForms = 20_000;
const customerPauseMs = 2000;
const mostSeconds = 5;

// Every request would be confirmed to its customer.
const channelText = `
  insert into delivery_channels (id, kind, name, types, settings)
  values (gen_random_uuid(), 'mail', 'Customers', '{request.created}', '{"audience":"customers","language":"en","messages":false}')`;

const countsText = `
  select count(*)::int as stored, count(*) filter (where hold = 'held')::int as held,
    count(*) filter (where hold is null)::int as listed
  from submitted_commission_requests`;

const forms = readCountOption(process.argv.slice(2), 'forms', defaultForms);
const directory = await mkdtemp(join(tmpdir(), 'flood-'));
const studio = join(directory, 'studio.json');
await writeFile(studio, JSON.stringify({ guard: { mode: 'hold' } }));
const mailbox = await startMailbox();
try {
  const env = {
    CATALOGUE_FILE: studio,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    MAIL_FROM: 'studio@example.org',
  };
  await withService(env, flood);
} finally {
  await mailbox.close();
  await rm(directory, { recursive: true });
}

async function flood({ port, dataDirectory }: ServiceUnderTrial): Promise<void> {
  const host = join(dataDirectory, 'postgres', 'cluster');
  const pool = new Pool({ host, user: 'postgres', database: 'commissions', max: 2 });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  try {
    await pool.query(channelText);
    const ended = new AbortController();
    const serving = createCustomers({ port, agent, pool, mailbox }).serve(customerPauseMs, ended.signal);
    const startedAt = performance.now();
    const refused = await sendJunk({ port, agent, forms });
    const seconds = (performance.now() - startedAt) / 1000;
    ended.abort();
    const served = await serving;
    await untilJudged(pool);
    report(seconds, served);
    const { stored, held, listed } = (await pool.query(countsText)).rows[0];
    conclude([
      { promise: `${forms} forms are taken`, kept: refused === 0 },
      { promise: `${stored} requests are stored, none is lost`, kept: stored === forms + served.length },
      { promise: `${held} are held`, kept: held === forms },
      { promise: `${listed} customers are in the inbox`, kept: listed === served.length },
      { promise: `each within ${mostSeconds} s`, kept: served.every(({ listedMs }) => listedMs < mostSeconds * 1000) },
      { promise: `${mailbox.count()} mails are sent`, kept: mailbox.count() === served.length },
    ]);
  } finally {
    agent.destroy();
    await pool.end();
  }
}

async function untilJudged(pool: Pool): Promise<void> {
  const text = "select count(*)::int as waiting from commission_requests where hold = 'pending'";
  while ((await pool.query(text)).rows[0].waiting > 0) await new Promise((resolve) => setTimeout(resolve, 200));
}

function report(seconds: number, served: readonly Served[]): void {
  console.log(`${forms} forms in ${seconds.toFixed(1)} s: ${Math.round(forms / seconds)} a second`);
  const slowest = (of: (one: Served) => number) => (Math.max(0, ...served.map(of)) / 1000).toFixed(1);
  console.log(`${served.length} customers in between: at most ${slowest(({ listedMs }) => listedMs)} s to the inbox`);
  console.log(`and ${slowest(({ mailedMs }) => mailedMs)} s to their mail`);
}

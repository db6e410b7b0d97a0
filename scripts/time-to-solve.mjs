import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root, startService } from './picture-service.mjs';

/**
 * Measures how long the page's worker needs to solve a challenge, from its start to its answer, in Chromium on slowed
 * processors. Uses the built service. The first argument is the number of challenges for each row.
 *
 * Chromium's own throttling slows the page's thread alone, so the whole process of the page is also stopped and let go
 * in turn: with rate 4 it runs a quarter of the time, on every core.
 */
const count = Number(process.argv[2] ?? 50);
const periodMs = 40;

const work = await mkdtemp(join(tmpdir(), 'time-to-solve-'));
const studio = join(work, 'studio.json');
await writeFile(studio, JSON.stringify({ guard: { mode: 'watch' } }));
const service = await startService(
  work,
  { CATALOGUE_FILE: studio, TRUSTED_PROXIES: '127.0.0.1', INBOX: 'off' },
  (line) => {
    const address = /Ready for commissions on (http:[^"\s]+)/.exec(line)?.[1];
    return address ? { address } : null;
  },
);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  await page.goto(service.address);
  const assets = await readdir(join(root, 'dist/page/assets'));
  const script = assets.find((name) => /^solver-worker-.*\.js$/.test(name));
  console.log(
    `${cpus()[0].model}, ${availableParallelism()} cores, Chromium ${browser.version()}, ${count} challenges each`,
  );
  await measure(page, script, 5);
  print('not slowed', await measure(page, script, count));
  const session = await page.context().newCDPSession(page);
  for (const rate of [4, 6]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    print(`Chromium's throttling, ${rate} times`, await measure(page, script, count));
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const processes = await renderers();
  for (const rate of [4, 6]) {
    const slowed = slow(processes, rate);
    const times = await measure(page, script, count);
    const share = await slowed.end();
    print(`whole process, ran ${Math.round(share * 100)} % of the time`, times);
  }
} finally {
  await browser.close();
  service.child.kill('SIGTERM');
  await once(service.child, 'exit');
  await rm(work, { recursive: true });
}

/** Resolves with the milliseconds of each challenge. */
async function measure(page, script, challenges) {
  const times = [];
  for (let index = 0; index < challenges; index += 1) {
    const from = Array.from({ length: 4 }, () => Math.floor(Math.random() * 250)).join('.');
    const asked = await fetch(`${service.address}/api/v1/challenge`, { headers: { 'x-forwarded-for': from } });
    times.push(await page.evaluate(solve, [`assets/${script}`, await asked.json()]));
  }
  return times.sort((a, b) => a - b);
}

async function solve([url, challenge]) {
  const startedAt = performance.now();
  const worker = new Worker(url, { type: 'module' });
  const solution = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = reject;
    worker.postMessage(challenge);
  });
  worker.terminate();
  if (solution === null) throw new Error('The challenge has no solution');
  return performance.now() - startedAt;
}

function print(name, times) {
  const at = (share) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] / 1000).toFixed(2);
  console.log(`${name}: median ${at(0.5)} s, p95 ${at(0.95)} s, longest ${at(1)} s`);
}

/** Resolves with the ids of the browser's processes that have pages. */
async function renderers() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  for (const id of ids) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8');
    if (!command.includes('--type=renderer')) throw new Error(`${id} is no process of a page`);
  }
  return ids;
}

/** Lets processes run for one part of the time in `rate`. */
function slow(ids, rate) {
  let isEnded = false;
  let ranMs = 0;
  let stoppedMs = 0;
  const signal = (name) => {
    for (const id of ids) process.kill(id, name);
  };
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  async function run() {
    while (!isEnded) {
      const startedAt = performance.now();
      signal('SIGCONT');
      await pause(periodMs / rate);
      const stoppedAt = performance.now();
      signal('SIGSTOP');
      // What one part was too long or too short, the other makes up for.
      await pause((stoppedAt - startedAt) * (rate - 1));
      ranMs += stoppedAt - startedAt;
      stoppedMs += performance.now() - stoppedAt;
    }
    signal('SIGCONT');
  }
  const running = run();
  return {
    async end() {
      isEnded = true;
      await running;
      return ranMs / (ranMs + stoppedMs);
    },
  };
}

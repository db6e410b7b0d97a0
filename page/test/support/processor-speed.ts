import type { Browser, CDPSession, Page } from 'playwright-core';
import { smallPicture } from './files.ts';
import { twoFrames } from './two-frames.ts';

/** Resolves with the CPU time in milliseconds that the page's thread spends on `work`. Excludes other processes. */
export async function cpuTimeMs(page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await taskMs(session);
  await work();
  return (await taskMs(session)) - before;
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

const plainCell = '<span style="display: inline-block; padding: 2px">Two cats, in oil.</span>';
const plainRow = `<li><a href="#">${plainCell.repeat(8)}<img src="/preview?plain" width="40" height="40" alt=""></a></li>`;
const plainPage = `<!doctype html><ul>${plainRow.repeat(150)}</ul>`;

/** CPU time of the plain page on a processor of ordinary speed. */
const ordinaryPlainMs = 50;

async function plainPageMs(browser: Browser): Promise<number> {
  const page = await (await browser.newContext()).newPage();
  await page.route('**/preview?plain', (route) => route.fulfill({ body: smallPicture, contentType: 'image/png' }));
  await page.route('**/plain', (route) => route.fulfill({ body: plainPage, contentType: 'text/html' }));
  const spentMs = await cpuTimeMs(page, async () => {
    await page.goto('http://127.0.0.1/plain');
    await twoFrames(page);
  });
  await page.context().close();
  return spentMs;
}

/**
 * Resolves with how much slower this machine's processor is now for a plain page than an ordinary one: 1 or more. Other
 * machines on the same host change it, so each measurement asks anew.
 */
export async function slownessOf(browser: Browser): Promise<number> {
  const plainMs = await leastOf(() => plainPageMs(browser));
  const slowness = Math.max(1, plainMs / ordinaryPlainMs);
  console.log(
    `The plain page takes ${Math.round(plainMs)} ms: ${slowness.toFixed(2)} times as long as on an ordinary processor.`,
  );
  return slowness;
}

/** Returns the smallest of several measurements, because other load on the machine only increases a thread's time. */
async function leastOf(measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 1; round <= 3; round += 1) least = Math.min(least, await measure());
  return least;
}

const measuredRounds = 7;

/**
 * Resolves with the median of several measurements as an ordinary processor would take them. Each is divided by the slowness
 * right before it, because the other load on the machine changes within seconds.
 */
export async function ordinary(browser: Browser, measure: () => Promise<number>): Promise<number> {
  const each: number[] = [];
  for (let round = 1; round <= measuredRounds; round += 1) {
    const slowness = await slownessOf(browser);
    each.push((await measure()) / slowness);
  }
  return each.toSorted((one, other) => one - other)[(measuredRounds - 1) / 2] ?? 0;
}

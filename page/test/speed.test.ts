import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueQuestion } from '../../client/src/commission-client.ts';
import { askingCatalogue, question, questions } from './support/asking-catalogue.ts';
import { studioCatalogue } from './support/catalogue.ts';
import { ordinary } from './support/processor-speed.ts';
import { type Stage, sendButton, setStage } from './support/stage.ts';
import { openWith } from './support/stub-catalogue.ts';

/** Budget with fourfold CPU throttling, three times the usual time of the page. */
const mostScriptSeconds = 0.6;

let stage: Stage;

beforeAll(async () => {
  stage = await setStage({ catalogue: studioCatalogue });
});

afterAll(() => stage.close());

/**
 * Slows the processor of a page down to a quarter. Resolves with a function that resolves with the seconds of the main
 * thread so far, without other work of the machine.
 */
async function scriptSeconds(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
  };
}

describe('a visit', () => {
  it('takes little work on a processor a quarter as fast', async () => {
    const work = await ordinary(stage.browser, async () => {
      const page = await (await stage.browser.newContext({ locale: 'en-GB' })).newPage();
      const seconds = await scriptSeconds(page);
      await page.goto(`${stage.service.address}/`);
      await sendButton(page).waitFor();
      const spent = await seconds();
      await page.context().close();
      return spent;
    });
    expect(work).toBeGreaterThan(0);
    expect(work).toBeLessThan(mostScriptSeconds);
  });
});

/** Forty questions of all kinds. */
const many: readonly CatalogueQuestion[] = Array.from({ length: 40 }, (_, index) => {
  const { kind, label, options, max } =
    questions[index % questions.length] ?? question({ id: '', kind: 'text', label: '' });
  return question({ id: `question ${index}`, kind, label, options, max: kind === 'choices' ? max : null });
});

const sentence = 'Two cats, in oil';

/** Resolves with the calls of the page's functions for each letter that is typed. Other load on the machine changes no call. */
async function callsForLetter(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await page.bringToFront();
  await page.getByLabel('Message').focus();
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true });
  await page.keyboard.type(sentence);
  const { result } = await session.send('Profiler.takePreciseCoverage');
  const functions = result.filter(({ url }) => url.startsWith('http')).flatMap((script) => script.functions);
  return functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0) / sentence.length;
}

/** For each letter. It is 3,430 while no question is drawn anew. */
const mostCalls = 5000;

describe('forty questions', () => {
  it('are not drawn anew for each letter that is typed on a phone', async () => {
    const phone = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true };
    const { page } = await openWith(stage, { ...askingCatalogue, questions: many }, phone);
    expect(await page.locator('.questions').locator('.field, fieldset').count()).toBe(40);
    const { page: plain } = await openWith(stage, { ...askingCatalogue, questions: [] }, phone);
    const without = await callsForLetter(plain);
    const more = (await callsForLetter(page)) - without;
    console.log(`${Math.round(more)} calls more a letter than the ${Math.round(without)} of a form without questions.`);
    expect(without).toBeGreaterThan(100);
    expect(more).toBeLessThan(mostCalls);
  });
});

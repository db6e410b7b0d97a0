import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Resolves with axe's violations in the current page. */
export const violations = (page: Page): Promise<unknown[]> => violationsIn(page, ':root');

/** Resolves with axe's violations in the first element of the selector. */
export async function violationsIn(page: Page, selector: string): Promise<unknown[]> {
  // Evaluates over the debugger protocol, because the page's policy blocks added scripts.
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axeSource);
  return page.evaluate(
    async ([tags, part]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations: found } = await axe.run(part, { runOnly: [...tags], resultTypes: ['violations'] });
      return found.map(({ id, nodes }) => ({
        id,
        at: nodes.map(({ target, failureSummary }) => [target, failureSummary]),
      }));
    },
    [rules, selector] as const,
  );
}

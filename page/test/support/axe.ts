import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Resolves with axe's violations in the current page. */
export const violations = (page: Page): Promise<unknown[]> => violationsIn(page, ':root');

/** Resolves with axe's violations in the first element of the selector, of all rules but these. */
export async function violationsIn(page: Page, selector: string, ...off: readonly string[]): Promise<unknown[]> {
  // Evaluates over the debugger protocol, because the page's policy blocks added scripts.
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axeSource);
  return page.evaluate(
    async ([tags, part, without]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const ruleStates = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
      const options = { runOnly: [...tags], rules: ruleStates, resultTypes: ['violations' as const] };
      const { violations: found } = await axe.run(part, options);
      return found.map(({ id, nodes }) => ({
        id,
        at: nodes.map(({ target, failureSummary }) => [target, failureSummary]),
      }));
    },
    [rules, selector, off] as const,
  );
}

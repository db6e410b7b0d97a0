import { launchChromium } from '../support/browser.ts';
import { type BrowserDriver, inForm } from './driver.ts';
import { testMainPaths } from './main-paths.ts';

async function launch(): Promise<BrowserDriver> {
  const browser = await launchChromium();
  const page = await browser.newPage();
  return {
    open: async (url) => {
      await page.goto(url);
    },
    type: (selector, text) => page.locator(selector).pressSequentially(text),
    click: (selector) => page.locator(selector).click(),
    attach: (selector, paths) => page.locator(selector).setInputFiles([...paths]),
    evaluate: (expression) => page.evaluate(`(() => { ${inForm(expression)} })()`),
    close: () => browser.close(),
  };
}

testMainPaths('Chromium', launch);

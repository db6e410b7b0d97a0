import type { Page } from 'playwright-core';

/** An answer of the service that the page receives later. */
interface HeldAnswer {
  /** Resolves when the service has answered. */
  readonly isReady: Promise<void>;
  /** Hands the answer to the page. */
  release(): void;
}

/** Holds the answers to matching calls back until they are released. */
export async function holdAnswer(page: Page, url: string | RegExp, method: string): Promise<HeldAnswer> {
  const [isReady, setReady] = signal();
  const [isReleased, release] = signal();
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    setReady();
    await isReleased;
    await route.fulfill({ response });
  });
  return { isReady, release };
}

function signal(): readonly [Promise<void>, () => void] {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, give];
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { freePort } from '../../../test/support/free-port.ts';
import { type BrowserDriver, elementOf, inForm } from './driver.ts';
import { testMainPaths } from './main-paths.ts';
import { startProgram, stopProgram, untilItWorks } from './program.ts';

/** The key of an element's reference (WebDriver, section 12.1). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Launches WebKitGTK with its own driver (W3C WebDriver) in Xvfb, because it has no headless mode. */
async function launch(): Promise<BrowserDriver> {
  const port = await freePort();
  const screen = await startScreen();
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`], { DISPLAY: screen.name });
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser' } };
  const session = await untilItWorks(() => call('', { capabilities }));
  const path = `/${(session as { sessionId: string }).sessionId}`;

  async function call(command: string, body: object | null, method = 'POST'): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}/session${command}`, {
      method,
      ...(body !== null && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${command}: ${JSON.stringify(value)}`);
    return value;
  }

  const evaluate = (expression: string) => call(`${path}/execute/sync`, { script: inForm(expression), args: [] });

  async function elementPath(selector: string): Promise<string> {
    const reference = (await evaluate(elementOf(selector))) as Record<string, string>;
    return `${path}/element/${reference[elementKey]}`;
  }

  return {
    open: async (url) => void (await call(`${path}/url`, { url })),
    type: async (selector, text) => void (await call(`${await elementPath(selector)}/value`, { text })),
    click: async (selector) => void (await call(`${await elementPath(selector)}/click`, {})),
    attach: async (selector, paths) =>
      void (await call(`${await elementPath(selector)}/value`, { text: paths.join('\n') })),
    evaluate,
    async close() {
      await call(path, null, 'DELETE');
      await stopProgram(driver);
      await stopProgram(screen.server);
    },
  };
}

/** Starts Xvfb directly, because a stopped `xvfb-run` does not stop its child processes. */
async function startScreen(): Promise<{ readonly server: ChildProcess; readonly name: string }> {
  const size = ['-screen', '0', '1280x1024x24'];
  const server = spawn('Xvfb', ['-displayfd', '3', ...size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(server.stdio[3] as Readable, 'data');
  return { server, name: `:${String(number).trim()}` };
}

// The windows of its driver are private: their IndexedDB stores no files.
testMainPaths('WebKitGTK', launch, { keptFiles: 0, dateKeys: null });

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { freePort } from '../../../test/support/free-port.ts';
import { type BrowserDriver, elementOf, formRoot, inRoot } from './driver.ts';
import { startProgram, stopProgram, untilItWorks } from './program.ts';

interface Result {
  readonly id?: number;
  readonly type: string;
  readonly result: Record<string, unknown>;
  readonly message?: string;
}

interface FirefoxDriver extends BrowserDriver {
  /** Types text with the keyboard where the focus is. */
  typeWhereFocusIs(text: string): Promise<void>;
  /** Resolves with the text of the form in the page's frame. It is empty while there is no form. */
  textOfFramedForm(): Promise<string>;
}

interface Context {
  readonly context: string;
  readonly children: readonly Context[] | null;
}

/**
 * Launches Firefox and controls it by WebDriver BiDi, which Firefox implements without a driver program.
 *
 * @param root Expression of the document or shadow root that selectors apply to.
 */
export async function launchFirefox(root: string = formRoot): Promise<FirefoxDriver> {
  const inForm = (expression: string) => inRoot(root, expression);
  const port = await freePort();
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const options = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`];
  const program = startProgram(process.env.FIREFOX ?? 'firefox-esr', options, { HOME: profile });
  const socket = await untilItWorks(() => connect(`ws://127.0.0.1:${port}/session`));
  const waiting = new Map<number, (result: Result) => void>();
  socket.addEventListener('message', ({ data }) => {
    const result = JSON.parse(String(data)) as Result;
    waiting.get(result.id ?? 0)?.(result);
  });

  let calls = 0;
  async function call(method: string, params: object): Promise<Record<string, unknown>> {
    calls += 1;
    const id = calls;
    const answered = new Promise<Result>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answered;
    waiting.delete(id);
    if (type === 'error') throw new Error(`${method}: ${message}`);
    return result;
  }

  await call('session.new', { capabilities: {} });
  const { context } = await call('browsingContext.create', { type: 'tab' });

  async function callFunction(body: string, target = { context }): Promise<Record<string, unknown>> {
    const functionDeclaration = `() => { ${body} }`;
    const outcome = await call('script.callFunction', { functionDeclaration, target, awaitPromise: true });
    if (outcome.type === 'exception') throw new Error(JSON.stringify(outcome.exceptionDetails));
    return outcome.result as Record<string, unknown>;
  }

  async function elementReference(selector: string): Promise<{ readonly sharedId: unknown }> {
    const { sharedId } = await callFunction(inForm(elementOf(selector)));
    return { sharedId };
  }

  async function click(selector: string): Promise<void> {
    await untilItWorks(() => bringToRest(selector));
    const origin = { type: 'element', element: await elementReference(selector) };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await call('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  /** Rejects when the element moves, or when another element covers the point of the click. */
  async function bringToRest(selector: string): Promise<void> {
    const element = elementOf(selector);
    const centre = `(({ left, top, width, height }) => [left + width / 2, top + height / 2])(${element}.getBoundingClientRect())`;
    await callFunction(inForm(`${element}.scrollIntoView({ behavior: 'instant', block: 'center' })`));
    const before = await callFunction(inForm(`String(${centre})`));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const after = await callFunction(inForm(`String(${centre})`));
    const hit = await callFunction(inForm(`${element}.contains(form.elementFromPoint(...${centre}))`));
    if (before.value !== after.value || hit.value !== true) throw new Error(`${selector} does not stand still`);
  }

  async function focus(selector: string): Promise<void> {
    await click(selector);
    const focused = await callFunction(inForm(`${elementOf(selector)} === form.activeElement`));
    if (focused.value !== true) throw new Error(`${selector} did not take the focus`);
  }

  async function typeWhereFocusIs(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await call('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async function textOfFramedForm(): Promise<string> {
    const { contexts } = await call('browsingContext.getTree', { root: context });
    const frame = (contexts as readonly Context[])[0]?.children?.[0];
    if (frame === undefined) return '';
    return String((await callFunction(inRoot(formRoot, "form?.textContent ?? ''"), { context: frame.context })).value);
  }

  return {
    open: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    async type(selector, text) {
      await untilItWorks(() => focus(selector));
      await typeWhereFocusIs(text);
    },
    typeWhereFocusIs,
    textOfFramedForm,
    click,
    attach: async (selector, paths) =>
      void (await call('input.setFiles', { context, element: await elementReference(selector), files: paths })),
    evaluate: async (expression) => {
      const { value } = await callFunction(inForm(`JSON.stringify(${expression})`));
      return value === undefined ? undefined : JSON.parse(String(value));
    },
    async close() {
      socket.close();
      await stopProgram(program);
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function connect(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`Firefox does not listen on ${url}`)));
  });
  return socket;
}

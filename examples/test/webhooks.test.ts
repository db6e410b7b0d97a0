import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { createWebhookSecret, signedHeaders } from '../../src/deliveries/kinds/webhook/webhook-secrets.ts';

const folder = join(import.meta.dirname, '../webhooks');
const secret = createWebhookSecret();
const body = JSON.stringify({
  type: 'request.created',
  timestamp: '',
  data: { number: 'K7QX-29MB', url: 'https://x/é' },
});

let child: ChildProcess | null = null;
let lines: string[] = [];

afterEach(async () => {
  const ended = child && once(child, 'exit');
  child?.kill();
  await ended;
});

async function start(command: string, file: string): Promise<string> {
  const started = spawn(command, [join(folder, file)], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  lines = [];
  createInterface({ input: started.stdout }).on('line', (line) => lines.push(line));
  await expect.poll(() => lines[0]).toMatch(/^Listening/);
  return `http://127.0.0.1:${lines[0]?.split(' ').at(-1)}/`;
}

async function send(url: string, headers: Record<string, string>, sent = body): Promise<number> {
  return (await fetch(url, { method: 'POST', headers, body: sent })).status;
}

const signed = (secrets = [secret], at = new Date()) => signedHeaders(randomUUID(), at, body, secrets);

describe.each([
  ['node', 'receiver.mjs'],
  ['python3', 'receiver.py'],
])('the receiver for %s', (command, file) => {
  it('takes a delivery that the service has signed, and acts on a repeated one once', async () => {
    const url = await start(command, file);
    const headers = signed();
    expect(await send(url, headers)).toBe(204);
    expect(await send(url, headers)).toBe(204);
    expect(await send(url, signed([createWebhookSecret(), secret]))).toBe(204);
    const event = { type: 'request.created', number: 'K7QX-29MB', url: 'https://x/é' };
    await expect.poll(() => lines.slice(1).map((line) => JSON.parse(line))).toEqual([event, event]);
  });

  it('rejects all others', async () => {
    const url = await start(command, file);
    expect(await send(url, {})).toBe(400);
    expect(await send(url, signed([createWebhookSecret()]))).toBe(400);
    expect(await send(url, signed(), `${body} `)).toBe(400);
    expect(await send(url, signed([secret], new Date(Date.now() - 10 * 60_000)))).toBe(400);
    expect(await send(url, { ...signed(), 'webhook-timestamp': 'now' })).toBe(400);
    expect(lines).toHaveLength(1);
  });
});

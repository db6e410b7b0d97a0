import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCall } from './call.ts';
import type { Call } from './send.ts';

/** The keys of the requests, and the answers to come. */
let keys: (string | undefined)[];
let answers: (Response | null)[];
let call: Call;

beforeEach(() => {
  [keys, answers] = [[], []];
  call = createCall(async () => {});
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key']);
    const answer = answers.shift();
    if (answer === null) throw new TypeError('The connection was reset');
    return answer ?? Response.json({});
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const note = (text: string) => call('POST', '/requests/a/notes', { body: { text } });
const problem = (status: number, name: string) =>
  new Response(JSON.stringify({ type: `urn:commissions:problem:${name}` }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });

describe('a change', () => {
  it('sends a new key, and a GET sends no key', async () => {
    await note('One');
    await note('One');
    await call('GET', '/requests');
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/), undefined]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('keeps its key until an answer arrives', async () => {
    answers = [null, problem(503, 'unavailable'), new Response('cut', { status: 200 })];
    for (let attempt = 0; attempt < 3; attempt += 1) await expect(note('One')).rejects.toThrow();
    await note('One');
    await note('One');
    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(keys[4]).not.toBe(keys[3]);
  });

  it.each([502, 504, 521, 530])('counts as not arrived when a proxy answers %i', async (status) => {
    answers = [new Response('cut', { status })];
    await expect(note('One')).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('has a new key when it was refused, or another change of the same path came between', async () => {
    answers = [problem(422, 'invalid-body'), null];
    await expect(note('One')).rejects.toThrow();
    await expect(note('One')).rejects.toThrow();
    await note('Two');
    await note('One');
    expect(new Set(keys).size).toBe(4);
  });

  it('waits for the same change that is being made', async () => {
    vi.useFakeTimers();
    answers = [problem(409, 'change-under-way')];
    const noted = note('One');
    await vi.runAllTimersAsync();
    await noted;
    expect(keys[0]).toBe(keys[1]);
  });
});

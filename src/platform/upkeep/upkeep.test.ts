import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUpkeep, type Task } from './upkeep.ts';

const log = pino({ level: 'silent' });
const intervalMs = 1000;

function taskOf(run: Task['run']): Task {
  return { name: 'the task', intervalMs, run };
}

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

describe('createUpkeep', () => {
  it('runs every task at once, and again after its pause', async () => {
    const [first, second] = [vi.fn(async () => {}), vi.fn(async () => {})];
    const upkeep = createUpkeep([taskOf(first), { ...taskOf(second), intervalMs: 10 * intervalMs }], log);
    expect(first).not.toHaveBeenCalled();
    upkeep.start();
    await vi.advanceTimersByTimeAsync(0);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(intervalMs * 1.25);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 1]);
    await upkeep.stop();
  });

  it.each([
    [0, 0.75],
    [0.999, 1.25],
  ])('jitters the pause by a quarter (dice at %f)', async (dice, share) => {
    vi.spyOn(Math, 'random').mockReturnValue(dice);
    const run = vi.fn(async () => {});
    const upkeep = createUpkeep([taskOf(run)], log);
    upkeep.start();
    await vi.advanceTimersByTimeAsync(intervalMs * share - 10);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(run).toHaveBeenCalledTimes(2);
    await upkeep.stop();
    vi.restoreAllMocks();
  });

  it('starts no run of a task while one is under way', async () => {
    let end = () => {};
    const run = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
    const upkeep = createUpkeep([taskOf(run)], log);
    upkeep.start();
    await vi.advanceTimersByTimeAsync(10 * intervalMs);
    expect(run).toHaveBeenCalledTimes(1);
    end();
    await vi.advanceTimersByTimeAsync(1.25 * intervalMs);
    expect(run).toHaveBeenCalledTimes(2);
    end();
    await upkeep.stop();
  });

  it('logs a run that fails, with a warning from the second in a row, and goes on', async () => {
    const lines: string[] = [];
    const upkeep = createUpkeep(
      [taskOf(() => Promise.reject(new Error('unreachable')))],
      pino({}, { write: (line) => void lines.push(line) }),
    );
    upkeep.start();
    await vi.advanceTimersByTimeAsync(1.25 * intervalMs);
    await upkeep.stop();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 30, task: 'the task' },
      { level: 40, task: 'the task' },
    ]);
  });

  it('warns of a task that goes on failing once a minute', async () => {
    const lines: string[] = [];
    const run = vi.fn(() => Promise.reject(new Error('unreachable')));
    const upkeep = createUpkeep([taskOf(run)], pino({ level: 'warn' }, { write: (line) => void lines.push(line) }));
    upkeep.start();
    await vi.advanceTimersByTimeAsync(50_000);
    expect(lines).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(250_000);
    await upkeep.stop();
    expect(run.mock.calls.length).toBeGreaterThan(200);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(Array(5).fill({ level: 40, task: 'the task' }));
  });

  it('logs one line for a lost connection that fails many tasks, and others for each task', async () => {
    const lines: string[] = [];
    const fail = (text: string) => taskOf(() => Promise.reject(new Error(text)));
    const upkeep = createUpkeep(
      [...Array.from({ length: 5 }, () => fail('connect ECONNREFUSED')), fail('no bucket'), fail('no bucket')],
      pino({}, { write: (line) => void lines.push(line) }),
    );
    upkeep.start();
    await vi.advanceTimersByTimeAsync(0);
    const texts = lines.map((line) => JSON.parse(line).err.message);
    expect(texts).toEqual(['connect ECONNREFUSED', 'no bucket', 'no bucket']);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(lines).toHaveLength(6);
    await upkeep.stop();
  });

  it('runs no task before it may begin', async () => {
    const run = vi.fn(async () => {});
    const answers = [false, false, true];
    const canBegin = vi.fn(async () => answers.shift() ?? true);
    const upkeep = createUpkeep([taskOf(run)], log, canBegin);
    upkeep.start();
    await vi.advanceTimersByTimeAsync(1900);
    expect([canBegin.mock.calls.length, run.mock.calls.length]).toEqual([2, 0]);
    await vi.advanceTimersByTimeAsync(100);
    expect([canBegin.mock.calls.length, run.mock.calls.length]).toEqual([3, 1]);
    await upkeep.stop();
  });

  it('begins no task after it was stopped', async () => {
    const run = vi.fn(async () => {});
    const canBegin = vi.fn(async () => false);
    const upkeep = createUpkeep([taskOf(run)], log, canBegin);
    upkeep.start();
    await vi.advanceTimersByTimeAsync(0);
    await upkeep.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([canBegin.mock.calls.length, run.mock.calls.length]).toEqual([1, 0]);
  });

  it('aborts running tasks when it stops, waits for them, and starts no other', async () => {
    let isOver = false;
    const run = vi.fn(async (signal: AbortSignal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await Promise.resolve();
      isOver = true;
    });
    const upkeep = createUpkeep([taskOf(run)], log);
    upkeep.start();
    await upkeep.stop();
    expect(isOver).toBe(true);
    await vi.advanceTimersByTimeAsync(10 * intervalMs);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

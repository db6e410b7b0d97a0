import { describe, expect, it } from 'vitest';
import { heartbeatTask } from './heartbeat.ts';

/** @param faults The outcome of each call: the reason of a failure, or null. */
function startHeartbeat(faults: readonly (string | null)[], isReady = true) {
  const lines: string[] = [];
  let calls = 0;
  const log = { warn: (line: string) => void lines.push(line), info: (line: string) => void lines.push(line) };
  const task = heartbeatTask({
    isReady: async () => isReady,
    log: log as never,
    beat: async () => faults[calls++] ?? null,
  });
  const run = () => task.run(new AbortController().signal);
  return { run, lines, calls: () => calls };
}

describe('a heartbeat', () => {
  it('is sent while the service is ready', async () => {
    const heartbeat = startHeartbeat([]);
    await heartbeat.run();
    await heartbeat.run();
    expect([heartbeat.calls(), heartbeat.lines]).toEqual([2, []]);
  });

  it('is not sent while the service is not ready', async () => {
    const heartbeat = startHeartbeat([], false);
    await heartbeat.run();
    expect(heartbeat.calls()).toBe(0);
  });

  it('is missed with one line, and one more when the receiver is back', async () => {
    const heartbeat = startHeartbeat([
      'The receiver responded with 500',
      'Nothing listens',
      'It redirects',
      null,
      null,
    ]);
    for (let count = 0; count < 5; count += 1) await heartbeat.run();
    expect(heartbeat.lines).toEqual([
      'Heartbeat: the call of HEARTBEAT_URL failed. The receiver responded with 500',
      'Heartbeat: the receiver is reached again',
    ]);
  });
});

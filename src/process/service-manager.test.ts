import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectServiceManager } from './service-manager.ts';

const sent: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

function connect(env: NodeJS.ProcessEnv) {
  const open = (socket: string) => (assignments: string) => void sent.push(`${socket}: ${assignments}`);
  return connectServiceManager({ env, pid: 7, open });
}

const watched = () => ({ NOTIFY_SOCKET: '/s', WATCHDOG_USEC: '30000000', WATCHDOG_PID: '7', PATH: '/bin' });

describe('the service manager', () => {
  it('is asked for more time during a start, is notified of its end, and gets signs of life', () => {
    const manager = connect(watched());
    vi.advanceTimersByTime(20_000);
    expect(sent).toEqual(Array(2).fill('/s: EXTEND_TIMEOUT_USEC=30000000'));
    manager.ready();
    vi.advanceTimersByTime(30_000);
    expect(sent.slice(2)).toEqual(['/s: READY=1', ...Array(3).fill('/s: WATCHDOG=1')]);
  });

  it('is asked for the time that a stop may take, and then left alone', () => {
    const manager = connect(watched());
    manager.ready();
    manager.stopping(45_000.5);
    vi.advanceTimersByTime(100_000);
    expect(sent).toEqual(['/s: READY=1', '/s: STOPPING=1 EXTEND_TIMEOUT_USEC=45000500']);
  });

  it.each([
    ['no watchdog', { NOTIFY_SOCKET: '/s' }],
    ['the watchdog of another process', { ...watched(), WATCHDOG_PID: '8' }],
    ['a watchdog that is off', { ...watched(), WATCHDOG_USEC: '0' }],
  ])('gets no signs of life with %s', (_, env) => {
    const manager = connect(env);
    vi.advanceTimersByTime(20_000);
    manager.ready();
    vi.advanceTimersByTime(100_000);
    expect(sent).toEqual(['/s: EXTEND_TIMEOUT_USEC=60000000', '/s: READY=1']);
  });

  it('gets no message without its socket', () => {
    const manager = connect({ WATCHDOG_USEC: '30000000' });
    manager.ready();
    manager.stopping(1);
    vi.advanceTimersByTime(100_000);
    expect(sent).toEqual([]);
  });

  it('is kept from the children of the process', () => {
    const env = watched();
    connect(env);
    expect(env).toEqual({ PATH: '/bin' });
  });
});

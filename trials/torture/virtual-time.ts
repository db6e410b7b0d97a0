/** A clock that stands still until it is moved, with its timers. */
export interface VirtualTime {
  nowMs(): number;
  after(delayMs: number, action: () => void): Timer;
  every(periodMs: number, action: () => void): Timer;
  cancel(timer: Timer): void;
  /** Returns the timers that are due, earliest first. No timer fires by itself. */
  due(): readonly Timer[];
  fire(timer: Timer): void;
  /** Moves to the earliest timer that is not due. Returns false when there is no timer. */
  toNextTimer(): boolean;
  /** Simulates a suspended process: all timers that became due meanwhile are due now. */
  jump(byMs: number): void;
}

export interface Timer {
  readonly atMs: number;
}

interface SetTimer {
  atMs: number;
  readonly order: number;
  readonly periodMs: number | null;
  action(): void;
}

export function createVirtualTime(): VirtualTime {
  const timers = new Map<Timer, SetTimer>();
  let nowMs = 0;
  let count = 0;

  function add(delayMs: number, periodMs: number | null, action: () => void): Timer {
    const timer: SetTimer = { atMs: nowMs + Math.max(1, delayMs), order: count++, periodMs, action };
    timers.set(timer, timer);
    return timer;
  }

  function cancel(timer: Timer): void {
    timers.delete(timer);
  }

  const inOrder = () => [...timers.values()].sort((a, b) => a.atMs - b.atMs || a.order - b.order);
  return {
    nowMs: () => nowMs,
    after: (delayMs, action) => add(delayMs, null, action),
    every: (periodMs, action) => add(periodMs, periodMs, action),
    cancel,
    due: () => inOrder().filter(({ atMs }) => atMs <= nowMs),
    fire(timer) {
      const fired = timers.get(timer);
      if (!fired) return;
      if (fired.periodMs === null) cancel(timer);
      else fired.atMs = nowMs + fired.periodMs;
      fired.action();
    },
    toNextTimer() {
      const next = inOrder().find(({ atMs }) => atMs > nowMs);
      if (next) nowMs = next.atMs;
      return next !== undefined;
    },
    jump(byMs) {
      nowMs += byMs;
    },
  };
}

import { afterEach, describe, expect, it } from 'vitest';
import { onStopSignal, stopSignals } from './stop-signals.ts';

const before = stopSignals.map((signal) => process.listeners(signal));

afterEach(() => {
  for (const [index, signal] of stopSignals.entries()) {
    for (const listener of process.listeners(signal)) {
      if (!before[index]?.includes(listener)) process.off(signal, listener);
    }
  }
});

describe('a signal that asks to stop', () => {
  it('counts once within a second, whatever its name, and ends at once later', () => {
    let nowMs = 5000;
    const asked: string[] = [];
    onStopSignal(
      (signal) => asked.push(signal),
      (signal) => asked.push(`${signal} at once`),
      () => nowMs,
    );
    process.emit('SIGHUP');
    process.emit('SIGHUP');
    nowMs += 1000;
    process.emit('SIGTERM');
    expect(asked).toEqual(['SIGHUP']);
    nowMs += 1;
    process.emit('SIGINT');
    process.emit('SIGTERM');
    expect(asked).toEqual(['SIGHUP', 'SIGINT at once', 'SIGTERM at once']);
  });
});

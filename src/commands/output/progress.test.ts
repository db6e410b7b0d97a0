import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgressLine } from './progress.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function open({ isTTY, unit }: { readonly isTTY: boolean; readonly unit?: string }) {
  const written: string[] = [];
  const stream = { isTTY, columns: 40, write: (text: string) => written.push(text) > 0 };
  return { written, line: createProgressLine(stream, 'Copied', unit) };
}

const mebibyte = 2 ** 20;

describe('progress', () => {
  it('is one line in place in a terminal, twice a second, with rate and time left', () => {
    const { written, line } = open({ isTTY: true });
    vi.advanceTimersByTime(400);
    line.show({ done: 1, total: 40, bytes: mebibyte });
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1600);
    line.show({ done: 4, total: 40, bytes: 4 * mebibyte });
    line.end();
    expect(written).toEqual(['\r\u001b[2KCopied 4 of 40 objects, 4.0 MiB, 2.0 Mi', '\r\u001b[2K']);
  });

  it('is a plain line every half minute elsewhere', () => {
    const { written, line } = open({ isTTY: false });
    for (let second = 1; second <= 70; second += 1) {
      vi.advanceTimersByTime(1000);
      line.show({ done: second, total: 100, bytes: second * mebibyte });
    }
    line.end();
    expect(written).toEqual([
      'Copied 30 of 100 objects, 30.0 MiB, 1.0 MiB/s, 70 s left\n',
      'Copied 60 of 100 objects, 60.0 MiB, 1.0 MiB/s, 40 s left\n',
    ]);
  });

  it('counts items without bytes and without a known end', () => {
    const { written, line } = open({ isTTY: false, unit: 'requests' });
    vi.advanceTimersByTime(30_000);
    line.show({ done: 600, total: null, bytes: null });
    expect(written).toEqual(['Copied 600 requests, 20/s\n']);
  });
});

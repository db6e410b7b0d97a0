import { describe, expect, it, vi } from 'vitest';
import { takePictureTurn } from './picture-turns.ts';

describe('pictures', () => {
  it('load two at once, and the others in their order', () => {
    const loads = Array.from({ length: 4 }, () => vi.fn());
    const ends = loads.map(takePictureTurn);
    const started = () => loads.map(({ mock }) => mock.calls.length);
    expect(started()).toEqual([1, 1, 0, 0]);
    ends[1]?.();
    ends[1]?.();
    expect(started()).toEqual([1, 1, 1, 0]);
    ends[0]?.();
    expect(started()).toEqual([1, 1, 1, 1]);
    for (const end of ends) end();
  });

  it('are not loaded when their callers want them no longer', () => {
    const ends = Array.from({ length: 2 }, () => takePictureTurn(() => {}));
    const load = vi.fn();
    takePictureTurn(load)();
    for (const end of ends) end();
    expect(load).not.toHaveBeenCalled();
    const next = vi.fn();
    takePictureTurn(next)();
    expect(next).toHaveBeenCalledOnce();
  });
});

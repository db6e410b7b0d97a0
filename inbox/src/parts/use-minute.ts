import { createCell, useCell } from '../cells/cell.ts';

const minuteMs = 60_000;
const minute = createCell(Date.now());
setInterval(() => minute.set(Date.now()), minuteMs);

/** Returns the current time, updated every minute, so that displayed ages stay correct. */
export function useMinute(): number {
  return useCell(minute);
}

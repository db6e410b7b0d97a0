import { createCell, useCell } from '../cells/cell.ts';

const minuteMs = 60_000;
const minute = createCell(Date.now());
setInterval(() => minute.set(Date.now()), minuteMs);

/** The time now, anew each minute: ages grow while one looks at them. */
export function useMinute(): number {
  return useCell(minute);
}

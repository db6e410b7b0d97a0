import { z } from 'zod';
import { type RequestStatus, requestStatuses } from '../inbox/statuses.ts';

const maxDays = 36_500;

/** `STATUS=days` pairs, separated by commas: `SPAM=30,DECLINED=365`. */
export const retention = z.string().transform((text, context) => {
  const days = new Map<RequestStatus, number>();
  for (const [index, entry] of text.split(',').entries()) {
    const [, name, digits] = /^\s*([A-Z_]+)\s*=\s*(\d{1,5})\s*$/.exec(entry) ?? [];
    const status = requestStatuses.find((one) => one === name);
    const count = Number(digits);
    if (status !== undefined && count >= 1 && count <= maxDays && !days.has(status)) days.set(status, count);
    else context.addIssue({ code: 'custom', message: `entry ${index + 1} ${entryRule}` });
  }
  return [...days].map(([status, count]) => ({ status, days: count }));
});

const entryRule = `must be STATUS=days, with one of ${requestStatuses.join(', ')}, each once, and 1 to ${maxDays} days`;

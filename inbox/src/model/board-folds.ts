import { requestStatuses } from '../../../src/events/statuses.ts';
import type { RequestStatus } from '../api/shapes.ts';
import { createStoredCell } from '../cells/stored-cell.ts';

const firstFolded: readonly RequestStatus[] = ['DECLINED', 'CANCELLED', 'SPAM'];

/** The columns of the board that are folded to a strip. Stored in this browser. */
export const folded = createStoredCell<readonly RequestStatus[]>('inbox-board-folded', firstFolded, (value) =>
  Array.isArray(value) ? requestStatuses.filter((status) => value.includes(status)) : null,
);

export function toggleFold(status: RequestStatus): void {
  const others = folded.value.filter((one) => one !== status);
  folded.set(others.length < folded.value.length ? others : [...others, status]);
}

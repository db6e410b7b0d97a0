/** The statuses of a request. Any status may follow any other. Each change is an event. */
export const requestStatuses = [
  'NEW',
  'WAITLISTED',
  'ACCEPTED',
  'IN_PROGRESS',
  'COMPLETED',
  'DECLINED',
  'CANCELLED',
  'SPAM',
] as const;

export type RequestStatus = (typeof requestStatuses)[number];

/** Statuses of requests that may still need work. */
export const openStatuses = [
  'NEW',
  'WAITLISTED',
  'ACCEPTED',
  'IN_PROGRESS',
] as const satisfies readonly RequestStatus[];

/** Returns whether requests with this status take slots (S14). */
export function takesSlot(status: RequestStatus): boolean {
  return status === 'ACCEPTED' || status === 'IN_PROGRESS';
}

export function isRequestStatus(text: string): text is RequestStatus {
  return (requestStatuses as readonly string[]).includes(text);
}

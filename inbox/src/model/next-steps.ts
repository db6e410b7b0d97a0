import type { RequestStatus } from '../api/shapes.ts';

/** A usual step, and the statuses from which it makes sense. The first step of a status is its next one. */
export const steps = [
  { action: 'accept', to: 'ACCEPTED', from: ['NEW', 'WAITLISTED', 'DECLINED', 'CANCELLED', 'SPAM'] },
  { action: 'start', to: 'IN_PROGRESS', from: ['ACCEPTED'] },
  { action: 'done', to: 'COMPLETED', from: ['IN_PROGRESS'] },
  { action: 'waitlist', to: 'WAITLISTED', from: ['NEW', 'ACCEPTED', 'DECLINED', 'CANCELLED', 'SPAM'] },
  { action: 'decline', to: 'DECLINED', from: ['NEW', 'WAITLISTED', 'ACCEPTED', 'SPAM'] },
  { action: 'spam', to: 'SPAM', from: ['NEW', 'WAITLISTED', 'DECLINED'] },
] as const satisfies readonly { action: string; to: RequestStatus; from: readonly RequestStatus[] }[];

export type Step = (typeof steps)[number];
type StepAction = Step['action'];

export function stepsFrom(status: RequestStatus): readonly Step[] {
  return steps.filter(({ from }) => (from as readonly RequestStatus[]).includes(status));
}

export function stepOf(action: StepAction): Step {
  const found = steps.find((step) => step.action === action);
  if (!found) throw new Error('Every action has a step');
  return found;
}

/** The statuses that lead on to another step. From all others the buttons offer a correction, not a next step. */
const underWay: readonly RequestStatus[] = ['NEW', 'WAITLISTED', 'ACCEPTED', 'IN_PROGRESS'];

/** Returns the step that usually comes next, or null for a finished request. */
export function nextStep(status: RequestStatus): Step | null {
  return underWay.includes(status) ? (stepsFrom(status)[0] ?? null) : null;
}

/** Returns false for a step that would take a request back, such as an acceptance of one that is in progress. */
export function isStep(from: RequestStatus, to: RequestStatus): boolean {
  return stepsFrom(from).some((step) => step.to === to);
}

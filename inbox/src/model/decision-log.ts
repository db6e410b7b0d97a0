import type { RequestChange, RequestStatus } from '../api/shapes.ts';

/** A change of status by a person. */
export interface Decision {
  readonly id: string;
  readonly from: RequestStatus;
  readonly to: RequestStatus;
  /** RFC 3339. */
  readonly at: string;
  /** The fields that the decision has changed beside the status, as they were. */
  readonly before?: RequestChange;
  /** True for a status without a mail of the service. */
  readonly isSilent?: boolean;
  /** The message to the customer, which an undo takes back. */
  readonly words?: string;
}

/** The decisions of this window. They survive a reload and are deleted with the window. */
interface DecisionLog {
  push(decision: Decision): void;
  /** Returns all decisions, the oldest first. */
  all(): readonly Decision[];
  /** Returns the last decision, or null. */
  last(): Decision | null;
  remove(decision: Decision): void;
}

const key = 'inbox-decisions';
const maxDecisions = 200;

export function createDecisionLog(): DecisionLog {
  let decisions = read();

  function write(next: readonly Decision[]): void {
    decisions = next.slice(-maxDecisions);
    try {
      sessionStorage.setItem(key, JSON.stringify(decisions));
    } catch {
      // Storage is blocked, so a reload loses the decisions.
    }
  }

  return {
    push: (decision) => write([...decisions, decision]),
    all: () => decisions,
    last: () => decisions.at(-1) ?? null,
    remove: (decision) => write(decisions.filter((other) => other !== decision)),
  };
}

function read(): readonly Decision[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? (stored as Decision[]) : [];
  } catch {
    return [];
  }
}

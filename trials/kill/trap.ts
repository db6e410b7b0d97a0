import type { Call, Moment, Provocation, Step } from './steps.ts';

/**
 * The action of the proxy on a call before it forwards it. For `die…`, the caller of this function must kill the sender.
 */
export type RequestFate = 'pass' | 'refuse' | 'stall' | 'cut' | 'die' | 'die-half' | 'die-late';

/** The action of the proxy on the response to a call. */
export type AnswerFate = 'pass' | 'cut' | 'die' | 'die-after';

/** Selects where the next process dies: the first replica that reaches the given step. */
export interface Trap {
  /** Resolves when a replica has been killed at the step. */
  set(step: Step, moment: Moment): Promise<void>;
  clear(): void;
  fateOfRequest(call: Call): RequestFate;
  fateOfAnswer(call: Call, rows: number): AnswerFate;
  /** Records that the selected replica has been killed. */
  killed(): void;
}

/** A fault is repeated when the step has not occurred within this time. */
const provocationPauseMs = 500;

export function createTrap(): Trap {
  let armed: { readonly step: Step; readonly moment: Moment } | null = null;
  let provokedAt = Number.NEGATIVE_INFINITY;
  let onReached: () => void = () => {};

  function dies(call: Call, moments: readonly Moment[]): Moment | null {
    if (!armed || !moments.includes(armed.moment) || !armed.step.matches(call)) return null;
    const { moment } = armed;
    armed = null;
    return moment;
  }

  function faultToProvoke(call: Call): Provocation['fault'] | null {
    const provocation = armed?.step.provocation;
    if (!provocation?.on(call) || performance.now() - provokedAt < provocationPauseMs) return null;
    return provocation.fault;
  }

  return {
    set(step, moment) {
      armed = { step, moment };
      provokedAt = Number.NEGATIVE_INFINITY;
      return new Promise((resolve) => {
        onReached = resolve;
      });
    },
    clear() {
      armed = null;
    },
    fateOfRequest(call) {
      const moment = dies(call, ['before', 'half', 'late']);
      if (moment) return moment === 'before' ? 'die' : moment === 'half' ? 'die-half' : 'die-late';
      const fault = faultToProvoke(call);
      if (!fault || fault === 'lose-answer') return 'pass';
      provokedAt = performance.now();
      return fault === 'lose-request' ? 'cut' : fault;
    },
    fateOfAnswer(call, rows) {
      const isIdle = armed !== null && rows < armed.step.minRows;
      const moment = isIdle ? null : dies(call, ['unheard', 'after']);
      if (moment) return moment === 'unheard' ? 'die' : 'die-after';
      if (faultToProvoke(call) !== 'lose-answer') return 'pass';
      provokedAt = performance.now();
      return 'cut';
    },
    killed: () => onReached(),
  };
}

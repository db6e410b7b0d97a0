import {
  type Effect,
  type EffectName,
  effects,
  errorOf,
  faultless,
  type Landing,
  type Part,
  unreachable,
} from './effects.ts';
import type { Timer, VirtualTime } from './virtual-time.ts';

/** Receives every call to a store and executes the calls one at a time, in a chosen order and with chosen effects. */
export interface World {
  readonly time: VirtualTime;
  /** The events, one line per step. The trace is the same in each replay. */
  readonly trace: string[];
  /** Returns the number of executed calls. */
  callCount(): number;
  /** Submits a call of a process under test. Calls of a dead process never settle. */
  request(call: Call): Promise<unknown>;
  /** Returns the calls that can be executed now, in the order in which they were made. */
  waiting(): readonly SentCall[];
  carryOut(call: SentCall): Promise<void>;
  /** Returns the abandoned calls that reach their store later. */
  late(): readonly LateCall[];
  land(late: LateCall): Promise<void>;
  /** Whether any living process waits for a response. */
  isBusy(): boolean;
  isDead(process: string): boolean;
  /** From now on, calls have no faults. */
  endFaults(): void;
}

export interface Call {
  readonly process: string;
  readonly part: Part;
  /** The label in the trace. */
  readonly label: string;
  readonly signal: AbortSignal | null;
  carryOut(): Promise<unknown>;
}

interface SentCall extends Call {
  readonly timer: Timer | null;
  settle(outcome: Outcome): void;
}

export interface LateCall extends Call {
  readonly landing: Landing;
}

interface WorldOptions {
  readonly time: VirtualTime;
  /** The faults by call number, from 1. Other calls have no fault. */
  readonly faults: ReadonlyMap<number, EffectName>;
  /** Whether a call that its caller abandoned before its execution still reaches the store. */
  landsGivenUp(): boolean;
  /** Called after each call that a store has executed. */
  observe(part: Part): Promise<void>;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** The time after which the service's pool abandons a statement without a response. */
const silenceMs = 20_000;
/** Longer than the records keep asking after a lost response. */
const outageMs = 30_000;

export function createWorld({ time, faults, landsGivenUp, observe }: WorldOptions): World {
  const sent = new Set<SentCall>();
  const unanswered = new Set<SentCall>();
  const late = new Set<LateCall>();
  const dead = new Set<string>();
  const outageEndsMs = { database: 0, objects: 0 };
  const trace: string[] = [];
  let callCount = 0;
  let faultsEnd = false;

  function request(call: Call): Promise<unknown> {
    const { process, part, signal } = call;
    if (dead.has(process)) return new Promise(() => {});
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const giveUpOn = (error: unknown) => giveUp(entry, error);
      const onAbort = () => giveUpOn(signal?.reason);
      const isSilent = () => giveUpOn(new Error('Query read timeout'));
      const timer = part === 'database' ? time.after(silenceMs, isSilent) : null;
      signal?.addEventListener('abort', onAbort, { once: true });
      const settle = (outcome: Outcome) => {
        if (timer) time.cancel(timer);
        signal?.removeEventListener('abort', onAbort);
        unanswered.delete(entry);
        if (dead.has(process)) return;
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.value);
      };
      const entry: SentCall = { ...call, timer, settle };
      sent.add(entry);
      unanswered.add(entry);
    });
  }

  function giveUp(call: SentCall, error: unknown): void {
    trace.push(`  ${call.process} gives up ${call.label}`);
    drop(call);
    call.settle({ error });
  }

  function drop(call: SentCall): void {
    if (sent.delete(call) && landsGivenUp()) late.add({ ...call, landing: 'after a sweep' });
  }

  async function carryOut(call: SentCall): Promise<void> {
    sent.delete(call);
    callCount += 1;
    const { part, process, label } = call;
    const name = faultsEnd ? undefined : faults.get(callCount);
    const effect = effectOf(part, name);
    trace.push(`${callCount} ${process} ${label}${effect === unreachable ? ' (away)' : name ? ` ${name}` : ''}`);
    const outcome = effect.carriedOut === 'now' ? await attempt(call) : null;
    if (effect.carriedOut !== 'now' && effect.carriedOut !== 'never') late.add({ ...call, landing: effect.carriedOut });
    if (effect.afterwards === 'the store is away') outageEndsMs[part] = time.nowMs() + outageMs;
    if (effect.afterwards === 'the process dies') die(process);
    if (effect.response === 'outcome' && outcome) call.settle(outcome);
    else if (effect.response !== 'outcome' && effect.response !== 'nothing')
      call.settle({ error: errorOf(effect.response, part) });
  }

  function effectOf(part: Part, name: EffectName | undefined): Effect {
    if (outageEndsMs[part] > time.nowMs()) return unreachable;
    return name ? effects[name] : faultless;
  }

  async function attempt(call: Call): Promise<Outcome> {
    const outcome = await call.carryOut().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    await observe(call.part);
    return outcome;
  }

  function die(process: string): void {
    trace.push(`  ${process} dies`);
    dead.add(process);
    for (const call of unanswered) {
      if (call.process !== process) continue;
      drop(call);
      call.settle({ error: null });
    }
  }

  return {
    time,
    trace,
    callCount: () => callCount,
    request,
    waiting: () => [...sent],
    carryOut,
    late: () => [...late],
    async land(call) {
      late.delete(call);
      trace.push(`  late: ${call.process} ${call.label}`);
      await attempt(call);
    },
    isBusy: () => unanswered.size > 0,
    isDead: (process) => dead.has(process),
    endFaults() {
      faultsEnd = true;
    },
  };
}

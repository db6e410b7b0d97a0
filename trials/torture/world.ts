import {
  type Effect,
  type EffectName,
  effects,
  errorOf,
  type Landing,
  type Part,
  unreachable,
  untroubled,
} from './effects.ts';
import type { Timer, VirtualTime } from './virtual-time.ts';

/** Where every call to a store ends up, to be carried out one at a time, in an order and with effects of choice. */
export interface World {
  readonly time: VirtualTime;
  /** What happened, a line a step: the same at each replay. */
  readonly trace: string[];
  /** How many calls have come to their turn. */
  callCount(): number;
  /** A call of a process under test. Calls of a dead one are never heard of again. */
  request(call: Call): Promise<unknown>;
  /** Calls whose turn may be now, in the order in which they were made. */
  waiting(): readonly SentCall[];
  carryOut(call: SentCall): Promise<void>;
  /** Calls that were given up and reach their store later. */
  late(): readonly LateCall[];
  land(late: LateCall): Promise<void>;
  /** Whether any living process waits for an answer. */
  isBusy(): boolean;
  isDead(process: string): boolean;
  /** Nothing befalls any call from here on. */
  endFaults(): void;
}

export interface Call {
  readonly process: string;
  readonly part: Part;
  /** For the trace. */
  readonly label: string;
  readonly signal: AbortSignal | null;
  carryOut(): Promise<unknown>;
}

export interface SentCall extends Call {
  readonly timer: Timer | null;
  settle(outcome: Outcome): void;
}

export interface LateCall extends Call {
  readonly landing: Landing;
}

export interface WorldOptions {
  readonly time: VirtualTime;
  /** What befalls the n-th call, from 1; others are untroubled. */
  readonly faults: ReadonlyMap<number, EffectName>;
  /** Whether a call that its caller gave up before its turn reaches the store all the same. */
  landsGivenUp(): boolean;
  /** Told of each call that a store has carried out. */
  observe(part: Part): Promise<void>;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** When the service's pool gives up a statement that the server says nothing about. */
const silenceMs = 20_000;
/** Longer than the records go on asking after a lost answer. */
const awayMs = 30_000;

export function createWorld({ time, faults, landsGivenUp, observe }: WorldOptions): World {
  const sent = new Set<SentCall>();
  const unanswered = new Set<SentCall>();
  const late = new Set<LateCall>();
  const dead = new Set<string>();
  const awayUntilMs = { database: 0, objects: 0 };
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
    if (effect.afterwards === 'the store is away') awayUntilMs[part] = time.nowMs() + awayMs;
    if (effect.afterwards === 'the process dies') die(process);
    if (effect.response === 'outcome' && outcome) call.settle(outcome);
    else if (effect.response !== 'outcome' && effect.response !== 'nothing')
      call.settle({ error: errorOf(effect.response, part) });
  }

  function effectOf(part: Part, name: EffectName | undefined): Effect {
    if (awayUntilMs[part] > time.nowMs()) return unreachable;
    return name ? effects[name] : untroubled;
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

import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { measured } from '../../platform/measurements/measurements.ts';
import { withinLimit } from '../../platform/waiting/within-limit.ts';
import type { AttemptCause } from './attempt-cause.ts';
import type { Dispatch, SenderKind } from './delivery.ts';
import type { DeliveryLedger } from './ledger.ts';
import { NotComposedError, type Outcome, type Sender, sendLimitMs } from './sender.ts';

/** Sends due deliveries. */
export interface DeliveryWorker {
  /** Starts to send the due deliveries of every channel, until no more are due. Resolves when sending has started. */
  wake(): Promise<void>;
  /** Releases the deliveries of lost workers and cancels those of disabled and removed channels. */
  tidy(): Promise<void>;
  /** Starts no more attempts, waits up to two seconds for the running ones, then aborts them. Never rejects. */
  close(): Promise<void>;
}

interface DeliveryWorkerOptions {
  readonly ledger: DeliveryLedger;
  readonly senders: readonly Sender[];
  readonly log: Logger;
  /** Delays each claim, so that sending can give way to other work. */
  pace?(): Promise<void>;
}

/** Maximum concurrent attempts to one channel. Each channel has its own lane, so that a slow one delays no other. */
const sendsAtOnce = 8;
const closeGraceMs = 2000;

/** The running attempts of one channel. */
interface Lane {
  readonly channelId: string;
  readonly running: Set<Promise<void>>;
  isFilling: boolean;
}

export function createDeliveryWorker({ ledger, senders, log, pace }: DeliveryWorkerOptions): DeliveryWorker {
  const byKind = new Map<SenderKind, Sender>(senders.map((sender) => [sender.kind, sender]));
  const lanes = new Map<string, Lane>();
  const work = new Set<Promise<void>>();
  const abortAttempts = new AbortController();
  // Each running try adds a listener.
  setMaxListeners(0, abortAttempts.signal);
  /** By channel, the last reason why a delivery could not be composed. */
  const loggedReasons = new Map<string, string>();
  let isClosing = false;

  function laneTo(channelId: string): Lane {
    const lane = lanes.get(channelId) ?? { channelId, running: new Set(), isFilling: false };
    lanes.set(channelId, lane);
    return lane;
  }

  /** Claims until no more deliveries are due. Never rejects. */
  async function fill(lane: Lane): Promise<void> {
    if (lane.isFilling || lane.running.size === sendsAtOnce) return;
    lane.isFilling = true;
    try {
      while (!isClosing && (await claimInto(lane)) === 'more') {
        while (lane.running.size > sendsAtOnce / 2) await Promise.race(lane.running);
      }
    } catch (error) {
      log.info(
        { err: error, channelId: lane.channelId },
        'Delivery: a channel could not be processed, a later run retries',
      );
    } finally {
      lane.isFilling = false;
    }
  }

  async function claimInto({ channelId, running }: Lane): Promise<'more' | 'last'> {
    await pace?.();
    const { dispatches, isLast } = await ledger.claim(channelId, sendsAtOnce - running.size);
    for (const dispatch of dispatches) track(running, sendOne(dispatch));
    return isLast ? 'last' : 'more';
  }

  function track(set: Set<Promise<void>>, promise: Promise<void>): void {
    const tracked = promise.finally(() => set.delete(tracked));
    set.add(tracked);
  }

  /** Never rejects. A delivery whose try could not be recorded is released when its lease ends. */
  async function sendOne(dispatch: Dispatch): Promise<void> {
    const startedAt = performance.now();
    const { body, outcome } = await tryOnce(dispatch);
    const durationMs = performance.now() - startedAt;
    const isInterrupted = abortAttempts.signal.aborted;
    const { id: deliveryId, attempt, channel } = dispatch;
    measured('deliveryAttempt', { kind: channel.kind, outcome: outcome.result });
    try {
      const recorded = await ledger.finish(dispatch, { durationMs, outcome, body, isInterrupted });
      const facts = { deliveryId, channelId: channel.id, attempt, result: outcome.result, status: outcome.status };
      log[outcome.isGone ? 'warn' : 'debug'](
        facts,
        recorded === 'finished' ? 'Delivery: attempted' : 'Delivery: claim lost',
      );
    } catch (error) {
      log.warn({ err: error, deliveryId, attempt }, 'Delivery: an attempt could not be recorded');
    }
  }

  async function tryOnce(dispatch: Dispatch): Promise<{ readonly body: string | null; readonly outcome: Outcome }> {
    const sender = byKind.get(dispatch.channel.kind);
    if (sender === undefined)
      return { body: null, outcome: fault('fault', 'This process cannot send to channels of this kind') };
    let body: string | null = null;
    try {
      const text = dispatch.body ?? (await sender.compose(dispatch));
      body = text;
      loggedReasons.delete(dispatch.channel.id);
      const send = (signal: AbortSignal) => sender.send(dispatch, text, signal);
      return { body, outcome: await withinLimit(sendLimitMs, abortAttempts.signal, send) };
    } catch (error) {
      logFault(error, dispatch);
      return { body, outcome: faultOf(error, body) };
    }
  }

  /** One reason may hold up many deliveries of a channel at many attempts, so it is logged once. */
  function logFault(error: unknown, { id: deliveryId, channel }: Dispatch): void {
    if (!(error instanceof NotComposedError)) {
      log.error({ err: error, deliveryId }, 'Delivery: a sender failed');
      return;
    }
    if (loggedReasons.get(channel.id) === error.message) return;
    loggedReasons.set(channel.id, error.message);
    log.warn({ deliveryId, channelId: channel.id }, `Delivery: could not be composed: ${error.message}`);
  }

  return {
    async wake() {
      if (isClosing) return;
      const due = await ledger.dueChannels([...byKind.keys()]);
      for (const channelId of due) track(work, fill(laneTo(channelId)));
    },
    async tidy() {
      await ledger.releaseLost(senders.filter(({ afterLoss }) => afterLoss === 'repeat').map(({ kind }) => kind));
      await ledger.cancelUnsendable();
    },
    async close() {
      isClosing = true;
      const timer = new AbortController();
      await Promise.race([idle(), sleep(closeGraceMs, undefined, { signal: timer.signal }).catch(() => {})]);
      timer.abort();
      abortAttempts.abort();
      await idle();
    },
  };

  async function idle(): Promise<void> {
    await Promise.all(work);
    await Promise.all([...lanes.values()].flatMap(({ running }) => [...running]));
  }
}

function faultOf(error: unknown, body: string | null): Outcome {
  if (body !== null) return fault('fault', 'The delivery could not be sent: see the log');
  const reason = error instanceof NotComposedError ? error.message : 'see the log';
  return fault('not-composed', `The delivery could not be composed: ${reason}`);
}

function fault(cause: AttemptCause, detail: string): Outcome {
  return { result: 'retry', cause, detail, status: null, response: null };
}

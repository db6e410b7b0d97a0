import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemActor } from '../../src/events/events.ts';
import { requestStatuses } from '../../src/events/statuses.ts';
import type { Eraser } from '../../src/keeping/erasure/erasure.ts';
import type { InboxStore } from '../../src/process/parts/request-parts.ts';
import type { Random } from '../random.ts';

/** A request that received a 201. */
export interface Answered {
  readonly id: string;
  readonly answeredAtMs: number;
  readonly durationMs: number;
  /** The SHA-256 of each file, in the order of the form. */
  readonly digests: readonly string[];
}

/** Customers' submissions and operators' erasures, until the load is stopped. */
export interface Load {
  readonly answered: readonly Answered[];
  readonly erased: ReadonlySet<string>;
  /** Erases this many more requests, those with the earliest responses first. */
  eraseOldest(count: number): Promise<void>;
  stop(): Promise<void>;
}

const customers = 3;
const mostFiles = 3;
const mostBytes = 200_000;
const operatorPauseMs = 150;

export function startLoad(port: number, inbox: InboxStore, eraser: Eraser, random: Random): Load {
  const answered: Answered[] = [];
  const erased = new Set<string>();
  let isStopped = false;

  async function send(): Promise<void> {
    const files = Array.from({ length: random.below(mostFiles + 1) }, () => randomBytes(1 + random.below(mostBytes)));
    const form = new FormData();
    const payload = { customerName: 'Trial', customerEmail: 'trial@example.org', message: 'a\tb\\N\nc' };
    form.set('payload', JSON.stringify(payload));
    for (const bytes of files) form.append('files', new File([bytes], 'a "picture".png', { type: 'image/png' }));
    const sentAtMs = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/commissions`, { method: 'POST', body: form });
    const { id } = (await response.json()) as { id: string };
    if (response.status !== 201) return;
    const digests = files.map((bytes) => createHash('sha256').update(bytes).digest('hex'));
    answered.push({ id, answeredAtMs: Date.now(), durationMs: performance.now() - sentAtMs, digests });
  }

  async function erase(id: string): Promise<void> {
    const [gone] = await eraser.erase([id], { reason: 'request', actor: systemActor });
    if (gone) erased.add(id);
  }

  async function operate(): Promise<void> {
    await sleep(operatorPauseMs);
    if (answered.length === 0) return;
    const { id } = random.pick(answered);
    if (random.oneIn(5)) return erase(id);
    const found = await inbox.reader.find(id);
    const status = random.pick(requestStatuses);
    if (found) await inbox.editor.change(id, found.version, { status }, systemActor);
  }

  async function repeat(work: () => Promise<void>): Promise<void> {
    while (!isStopped) await work();
  }

  const running = [...Array.from({ length: customers }, () => repeat(send)), repeat(operate)];
  return {
    answered,
    erased,
    async eraseOldest(count) {
      const kept = answered.filter(({ id }) => !erased.has(id)).slice(0, count);
      for (const { id } of kept) await erase(id);
    },
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

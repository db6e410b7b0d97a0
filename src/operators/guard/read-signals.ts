import type { Challenges } from '../../customers/guard/challenges.ts';
import type { GuardKeyOf } from '../../customers/guard/guard-keys.ts';
import type { Guard } from '../../customers/studio/guard.ts';
import { networksOf } from '../../customers/submission/client-network.ts';
import { personKey } from '../../customers/submission/mailbox.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { createSlices } from '../../platform/waiting/long-work.ts';
import { mostLinks, mostRequestsPerHour, type SignalKind } from '../requests/facets/signals.ts';
import { type Arrival, type Counts, countArrivals, isSameText } from './arrivals.ts';
import { valuesOf } from './blocked-values.ts';
import { blockedOf } from './blocks.ts';
import { comparedWords, linksIn } from './compared-texts.ts';
import type { PendingRequest } from './pending-requests.ts';
import { knownPrograms } from './programs.ts';
import { useProofs } from './used-proofs.ts';

interface SignalParts {
  readonly challenges: Pick<Challenges, 'verify'>;
  readonly keyOf: GuardKeyOf;
  readonly guard: Guard;
}

export interface Found {
  readonly id: string;
  /** The keyed hash of its network. */
  readonly network: string;
  readonly signals: readonly SignalKind[];
}

const mebibyte = 1024 ** 2;
/** Milliseconds of work after which the event loop goes on, for submissions of the same process. */
const sliceMs = 10;

/** Finds the signals of locked requests, in the caller's transaction. A program's requests have none. */
export async function signalsOf(
  client: Transaction,
  requests: readonly PendingRequest[],
  parts: SignalParts,
): Promise<readonly Found[]> {
  const { guard, keyOf } = parts;
  const endOfSlice = createSlices(sliceMs);
  const arrivals: Arrival[] = [];
  for (const request of requests) {
    arrivals.push(arrivalOf(request, keyOf));
    await endOfSlice();
  }
  const counts = await countArrivals(client, arrivals);
  if (guard.mode === 'off') return arrivals.map(({ request_id: id, network }) => clean(id, network));
  const programs = await knownPrograms(
    client,
    requests.flatMap(({ guard: { codeHash } }) => codeHash ?? []),
  );
  const proofs = await proofSignals(client, requests, parts);
  const keysOf = new Map<string, readonly string[]>();
  for (const request of requests) {
    keysOf.set(request.id, blockKeys(request, keyOf));
    await endOfSlice();
  }
  const blocked = await blockedOf(client, [...keysOf.values()].flat());
  return requests.map((request, index) => {
    const { id } = request;
    const network = arrivals[index]?.network ?? '';
    if (programs.has(request.guard.codeHash ?? '')) return clean(id, network);
    const signals: SignalKind[] = [
      ...(proofs.get(id) ?? []),
      ...countedSignals(counts.get(id), guard),
      ...textSignals(request),
      ...(keysOf.get(id)?.some((key) => blocked.has(key)) ? (['blocked'] as const) : []),
    ];
    return { id, network, signals };
  });
}

/** The keys of the blocks that the sender may have, as `blockedOf` has them. */
function blockKeys(request: PendingRequest, keyOf: GuardKeyOf): readonly string[] {
  const { address, network } = request.guard;
  const networks = networksOf(address ?? network).map((one) => ['network', one] as const);
  return [...valuesOf(request.email), ...networks].map(([kind, value]) => `${kind} ${keyOf(kind, value)}`);
}

function clean(id: string, network: string): Found {
  return { id, network, signals: [] };
}

function arrivalOf({ id, createdAt, email, message, guard, bytes }: PendingRequest, keyOf: GuardKeyOf): Arrival {
  const words = comparedWords(message);
  return {
    request_id: id,
    at: createdAt,
    network: keyOf('network', guard.network),
    mailbox: keyOf('email', personKey(email)),
    words: words && keyOf('words', words),
    bytes,
  };
}

async function proofSignals(
  client: Transaction,
  requests: readonly PendingRequest[],
  { challenges }: SignalParts,
): Promise<ReadonlyMap<string, readonly SignalKind[]>> {
  const verified = await Promise.all(
    requests.map(async ({ id, guard: { proof, began } }) => ({
      id,
      verdict: proof === null ? ({ state: 'missing' } as const) : await challenges.verify(proof, new Date(began)),
    })),
  );
  const valid = verified.flatMap(({ id, verdict }) =>
    verdict.state === 'valid' ? [{ nonce: verdict.nonce, request_id: id, expires_at: verdict.expiresAt }] : [],
  );
  const counted = await useProofs(client, valid);
  return new Map(
    verified.map(({ id, verdict: { state } }): [string, readonly SignalKind[]] => {
      if (state !== 'valid') return [id, [`proof-${state}`]];
      return [id, counted.has(id) ? [] : ['proof-used']];
    }),
  );
}

function countedSignals(counts: Counts | undefined, { networkMebibytes }: Guard): readonly SignalKind[] {
  if (counts === undefined) return [];
  const signals: SignalKind[] = [];
  if (isSameText(counts)) signals.push('same-text');
  if (counts.inHour > mostRequestsPerHour) signals.push('many-requests');
  if (counts.dayBytes > networkMebibytes * mebibyte) signals.push('many-bytes');
  return signals;
}

function textSignals({ name, message }: PendingRequest): readonly SignalKind[] {
  return linksIn(`${name}\n${message}`) > mostLinks ? ['many-links'] : [];
}

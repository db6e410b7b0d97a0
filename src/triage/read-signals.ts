import { networksOf } from '../intake/submission/client-network.ts';
import { personKey } from '../intake/submission/mailbox.ts';
import type { Transaction } from '../platform/database/transaction.ts';
import { createSlices } from '../platform/waiting/event-loop.ts';
import { mostLinks, mostRequestsPerHour, type SignalKind } from '../requests/facets/signals.ts';
import type { Guard } from '../studio/document/guard.ts';
import type { GuardedRequest } from './arrival.ts';
import { valuesOf } from './guard/blocked-values.ts';
import { blockedOf } from './guard/blocks.ts';
import type { Challenges } from './guard/challenges.ts';
import { comparedWords, linksIn } from './guard/compared-texts.ts';
import type { GuardKeyOf } from './guard/guard-keys.ts';
import { knownPrograms } from './guard/programs.ts';
import { useProofs } from './guard/used-proofs.ts';
import { type Counts, countsOf, type Fingerprint, isSameText } from './recorded-arrivals.ts';

interface SignalParts {
  readonly challenges: Pick<Challenges, 'verify'>;
  readonly keyOf: GuardKeyOf;
  readonly guard: Guard;
}

export interface Found extends Pick<Fingerprint, 'mailbox' | 'words'> {
  readonly signals: readonly SignalKind[];
}

const mebibyte = 1024 ** 2;
/** Milliseconds of work after which the event loop goes on, for submissions of the same process. */
const sliceMs = 10;

/** Finds the signals of locked requests by their ids, in the caller's transaction. A program's requests have none. */
export async function findSignals(
  client: Transaction,
  requests: readonly GuardedRequest[],
  parts: SignalParts,
): Promise<ReadonlyMap<string, Found>> {
  if (requests.length === 0) return new Map();
  const { guard, keyOf } = parts;
  const endOfSlice = createSlices(sliceMs);
  const fingerprinted: (readonly [GuardedRequest, Fingerprint])[] = [];
  for (const request of requests) {
    fingerprinted.push([request, fingerprintOf(request, keyOf)]);
    await endOfSlice();
  }
  const counts = await countsOf(
    client,
    fingerprinted.map(([, fingerprint]) => fingerprint),
  );
  const programs = await knownPrograms(
    client,
    requests.flatMap(({ sent: { codeHash } }) => codeHash ?? []),
  );
  const proofs = await proofSignals(client, requests, parts);
  const keysOf = new Map<string, readonly string[]>();
  for (const request of requests) {
    keysOf.set(request.id, blockKeys(request, keyOf));
    await endOfSlice();
  }
  const blocked = await blockedOf(client, [...keysOf.values()].flat());
  const foundIn = (request: GuardedRequest, { mailbox, words }: Fingerprint): Found => {
    const { id } = request;
    if (programs.has(request.sent.codeHash ?? '')) return { mailbox, words, signals: [] };
    const signals: readonly SignalKind[] = [
      ...(proofs.get(id) ?? []),
      ...countedSignals(counts.get(id), guard),
      ...textSignals(request),
      ...(keysOf.get(id)?.some((key) => blocked.has(key)) ? (['blocked'] as const) : []),
    ];
    return { mailbox, words, signals };
  };
  return new Map(fingerprinted.map(([request, fingerprint]) => [request.id, foundIn(request, fingerprint)]));
}

/** The keys of the blocks that the sender may have, as `blockedOf` has them. */
function blockKeys(request: GuardedRequest, keyOf: GuardKeyOf): readonly string[] {
  const { address } = request.sent;
  const networks = (address === undefined ? [] : networksOf(address)).map((one) => ['network', one] as const);
  return [...valuesOf(request.email), ...networks].map(([kind, value]) => `${kind} ${keyOf(kind, value)}`);
}

function fingerprintOf({ id, at, network, email, message, bytes }: GuardedRequest, keyOf: GuardKeyOf): Fingerprint {
  const words = comparedWords(message);
  return {
    id,
    at,
    network,
    mailbox: keyOf('email', personKey(email)),
    words: words && keyOf('words', words),
    bytes,
  };
}

async function proofSignals(
  client: Transaction,
  requests: readonly GuardedRequest[],
  { challenges }: SignalParts,
): Promise<ReadonlyMap<string, readonly SignalKind[]>> {
  const verified = await Promise.all(
    requests.map(async ({ id, sent: { proof, began } }) => ({
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

function textSignals({ name, message }: GuardedRequest): readonly SignalKind[] {
  return linksIn(`${name}\n${message}`) > mostLinks ? ['many-links'] : [];
}

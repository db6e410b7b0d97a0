import type { OpeningReason, OpeningState } from '../../studio/catalogue/opening-shape.ts';
import type { Opening } from '../../studio/document/opening.ts';

/** Requests of one network in an hour that count (S17). */
export const networkShare = 3;

/** The counts of requests that decide whether a form is full (S14). */
export interface OpeningCounts {
  /** Requests that are `NEW` and count (S17). */
  readonly requests: number;
  /** Requests that are `ACCEPTED` or `IN_PROGRESS`, by type. Those without a type are under the empty text. */
  readonly takenByType: ReadonlyMap<string, number>;
}

interface Situation {
  readonly opening: Opening;
  readonly counts: OpeningCounts;
  readonly at: Date;
  /** The types that are offered. */
  readonly typeIds: readonly string[];
}

interface TypeState {
  readonly id: string;
  readonly state: OpeningState;
  /** How many more requests of the type there are slots for, or null without a limit. */
  readonly left: number | null;
}

export interface ComputedOpening {
  readonly state: OpeningState;
  /** Null while the form is open. */
  readonly reason: OpeningReason | null;
  readonly types: readonly TypeState[];
}

export const noCounts: OpeningCounts = { requests: 0, takenByType: new Map() };

/** Returns the state of the form (S13): `docs/opening.md` has it as a table. */
export function computeOpening(situation: Situation): ComputedOpening {
  const { opening, typeIds } = situation;
  const reason = reasonOf(situation);
  const whenFull = opening.whenFull === 'waitlist' ? 'waitlist' : 'closed';
  const state = reason === null ? 'open' : isFull(reason) ? whenFull : 'closed';
  const types = typeIds.map((id): TypeState => {
    const left = leftOf(situation, id);
    return { id, left, state: state === 'open' && left === 0 ? whenFull : state };
  });
  return { state, reason, types };
}

/** Returns how a request of this type arrives: while the form is closed, while it or the type is full, or null in time. */
export function arrivalOf(situation: Situation, typeId: string | null): 'closed' | 'full' | null {
  const reason = reasonOf(situation);
  if (reason !== null) return isFull(reason) ? 'full' : 'closed';
  return leftOf(situation, typeId ?? '') === 0 ? 'full' : null;
}

/** Returns how many slots are taken, with the weights of their types. */
export function takenSlots(opening: Opening, { takenByType }: OpeningCounts): number {
  return [...takenByType].reduce((sum, [id, requests]) => sum + requests * weightOf(opening, id), 0);
}

/** Returns how many more slots are taken than there are, of all types or of this one. */
export function slotsOver(opening: Opening, counts: OpeningCounts, typeId: string | null): number {
  const { total, byType } = opening.slots;
  const id = typeId ?? '';
  const ofType = (Object.hasOwn(byType, id) ? byType[id] : null) ?? Number.POSITIVE_INFINITY;
  const takenOfType = (counts.takenByType.get(id) ?? 0) * weightOf(opening, id);
  return Math.max(0, takenSlots(opening, counts) - (total ?? Number.POSITIVE_INFINITY), takenOfType - ofType);
}

/** Returns whether counts can close the form. Without it nothing has to be counted. */
export function hasLimits(opening: Opening): boolean {
  return opening.requestLimit !== null || hasSlots(opening);
}

export function hasSlots({ slots }: Opening): boolean {
  return slots.total !== null || Object.keys(slots.byType).length > 0;
}

function reasonOf(situation: Situation): OpeningReason | null {
  const { opening, counts, at } = situation;
  if (opening.mode === 'closed') return 'manual';
  if (opening.mode === 'scheduled' && !isWithinSchedule(opening, at)) return 'schedule';
  if (opening.requestLimit !== null && counts.requests >= opening.requestLimit) return 'requests';
  return areSlotsTaken(situation) ? 'slots' : null;
}

function isFull(reason: OpeningReason): boolean {
  return reason === 'requests' || reason === 'slots';
}

/** The instant of opening belongs to the open time, that of closing does not. */
function isWithinSchedule({ opensAt, closesAt }: Opening, at: Date): boolean {
  const hasOpened = opensAt === null || Date.parse(opensAt) <= at.getTime();
  return hasOpened && (closesAt === null || at.getTime() < Date.parse(closesAt));
}

/** All slots are taken when none is left, or not enough for any type that is offered. */
function areSlotsTaken(situation: Situation): boolean {
  const { opening, counts, typeIds } = situation;
  const { total } = opening.slots;
  if (total !== null && takenSlots(opening, counts) >= total) return true;
  return typeIds.length > 0 && typeIds.every((id) => leftOf(situation, id) === 0);
}

function leftOf({ opening, counts }: Situation, typeId: string): number | null {
  const { total, byType } = opening.slots;
  const weight = weightOf(opening, typeId);
  const ofType = Object.hasOwn(byType, typeId) ? (byType[typeId] ?? null) : null;
  const taken = (counts.takenByType.get(typeId) ?? 0) * weight;
  const free = [
    ...(total === null ? [] : [total - takenSlots(opening, counts)]),
    ...(ofType === null ? [] : [ofType - taken]),
  ];
  return free.length === 0 ? null : Math.max(0, Math.floor(Math.min(...free) / weight));
}

export function weightOf({ weightByType }: Opening, typeId: string): number {
  return Object.hasOwn(weightByType, typeId) ? (weightByType[typeId] ?? 1) : 1;
}

import { type KnownLimit, limitOf } from './known-limits.ts';
import type { Recorded, RecordedFile } from './simulated-database.ts';
import type { TrialSubmission } from './trial-submission.ts';

export interface Holdings {
  readonly recorded: Recorded;
  /** The SHA-256 of each object, by key. */
  readonly objects: ReadonlyMap<string, string>;
}

/** Returns the violations of the rules that hold at any moment. */
export function checkMoment(holdings: Holdings, submissions: readonly TrialSubmission[]): string[] {
  return [
    ...unnamedObjects(holdings),
    ...deliveriesTooEarly(holdings),
    ...submissions.flatMap((trial) => [...shownInPart(trial, holdings), ...storedButNotShown(trial, holdings)]),
  ];
}

/** Returns the rows and objects that must not remain after recovery has finished and the grace period has passed. */
export function checkEnd(
  holdings: Holdings,
  submissions: readonly TrialSubmission[],
  isDead: (process: string) => boolean,
): { violations: string[]; limits: KnownLimit[] } {
  const violations = holdings.recorded.intents.length === 0 ? [] : ['an intent is left'];
  violations.push(...storedTwice(holdings, submissions), ...deliveriesLeft(holdings));
  const limits: KnownLimit[] = [];
  for (const trial of submissions) {
    const { name, outcome } = trial;
    const amount = amountOf(trial, holdings);
    if (amount === 'part') violations.push(`${name} is left in part, answered: ${outcome}`);
    if (amount === 'nothing' && outcome === 'stored') violations.push(`${name} is gone, answered: stored`);
    if (amount !== 'whole' || outcome !== 'failed') continue;
    const limit = limitOf(trial, isDead);
    if (limit) limits.push(limit);
    else violations.push(`${name} is whole, answered: failed`);
  }
  return { violations, limits };
}

/**
 * A visible request has one delivery. The delivery of a condemned request is no violation, because the sweep removes
 * it.
 */
function deliveriesTooEarly({ recorded: { deliveries, shown, requests, intents } }: Holdings): string[] {
  const isUnderWay = (id: string) => intents.some(({ requestId, state }) => requestId === id && state === 'PENDING');
  return [
    ...shown
      .filter((id) => deliveries.filter((other) => other === id).length !== 1)
      .map(() => 'a request is shown without its one delivery'),
    ...deliveries
      .filter((id) => !requests.includes(id) || isUnderWay(id))
      .map(() => 'a delivery is there before or without its request'),
  ];
}

function deliveriesLeft({ recorded: { deliveries, shown } }: Holdings): string[] {
  return deliveries.every((id) => shown.includes(id)) ? [] : ['a delivery is left whose request is not shown'];
}

function storedTwice(holdings: Holdings, submissions: readonly TrialSubmission[]): string[] {
  const keys = submissions
    .filter((trial) => isWhole(trial, holdings))
    .flatMap(({ submission: { idempotency } }) => (idempotency ? [idempotency.key] : []));
  return [...new Set(keys)]
    .filter((key) => keys.indexOf(key) !== keys.lastIndexOf(key))
    .map((key) => `${key} has more than one request`);
}

function unnamedObjects({ recorded, objects }: Holdings): string[] {
  const named = new Set([...recorded.files.map(({ key }) => key), ...recorded.intents.flatMap(({ keys }) => keys)]);
  const unnamed = [...objects.keys()].filter((key) => !named.has(key));
  return unnamed.length === 0 ? [] : ['an object is there that no row names'];
}

function shownInPart(trial: TrialSubmission, holdings: Holdings): string[] {
  if (!holdings.recorded.shown.includes(trial.submission.id)) return [];
  return isWhole(trial, holdings) ? [] : [`${trial.name} is shown in part`];
}

function storedButNotShown({ name, outcome, submission }: TrialSubmission, { recorded }: Holdings): string[] {
  if (outcome !== 'stored' || recorded.shown.includes(submission.id)) return [];
  return [`${name} is not shown, answered: stored`];
}

function amountOf(trial: TrialSubmission, holdings: Holdings): 'nothing' | 'part' | 'whole' {
  if (isWhole(trial, holdings)) return 'whole';
  const { submission } = trial;
  const hasRow = holdings.recorded.requests.includes(submission.id) || filesOf(trial, holdings).length > 0;
  const hasObject = submission.files.some(({ key }) => holdings.objects.has(key));
  return hasRow || hasObject ? 'part' : 'nothing';
}

function isWhole(trial: TrialSubmission, holdings: Holdings): boolean {
  const { submission } = trial;
  const recorded = filesOf(trial, holdings);
  return (
    holdings.recorded.requests.includes(submission.id) &&
    recorded.length === submission.files.length &&
    submission.files.every(({ position, key, attachment: { sha256 } }) => {
      const row = recorded.find((file) => file.position === position);
      return row?.key === key && row.sha256 === sha256 && holdings.objects.get(key) === sha256;
    })
  );
}

function filesOf({ submission }: TrialSubmission, { recorded }: Holdings): RecordedFile[] {
  return recorded.files.filter(({ requestId }) => requestId === submission.id);
}

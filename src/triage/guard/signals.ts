import { z } from 'zod';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named } from '../../platform/shapes/values.ts';

/** Why a request is held, or would be (S30). */
export const signalKinds = [
  'proof-missing',
  'proof-invalid',
  'proof-expired',
  'proof-used',
  'same-text',
  'many-requests',
  'many-bytes',
  'many-links',
  'blocked',
] as const;
export type SignalKind = (typeof signalKinds)[number];

export const sameTextAddresses = 3;
export const mostRequestsPerHour = 10;
export const mostLinks = 5;

const sentences: Readonly<Record<SignalKind, string>> = {
  'proof-missing': 'The form came without a proof of a solved challenge',
  'proof-invalid': 'The proof of the form is not one that this studio has given',
  'proof-expired': 'The proof of the form was older than 20 minutes',
  'proof-used': 'The proof of the form had counted for another request',
  'same-text': `The same text came from ${sameTextAddresses} addresses or more within a day`,
  'many-requests': `More than ${mostRequestsPerHour} requests came from its network within an hour`,
  'many-bytes': 'Its network has stored more in a day than the studio lets one network store',
  'many-links': `Its name and text have more than ${mostLinks} links`,
  blocked: 'Its sender is blocked',
};

export const signal = named(
  'Signal',
  z.object({
    kind: z.enum(signalKinds),
    text: z.string().describe('The reason as an English sentence'),
    at: z.date(),
  }),
);

export type Signal = Shape<typeof signal>;

export interface SignalRow {
  readonly kind: SignalKind;
  readonly at: string;
}

function signalOf({ kind, at }: SignalRow): Signal {
  return { kind, text: sentences[kind], at: new Date(at) };
}

/** Whether the request waits for a verdict, or for a person. */
export type Hold = 'pending' | 'held' | null;

interface GuardFacts {
  readonly held?: { readonly reasons: readonly Signal[] };
  readonly signals?: readonly Signal[];
}

/** Returns the verdict on a request for operators: nothing where there is nothing to say. */
export function guardFactsOf(hold: Hold, rows: readonly SignalRow[] | null): GuardFacts {
  const signals = rows?.map(signalOf) ?? [];
  if (hold === 'held') return { held: { reasons: signals } };
  return signals.length === 0 ? {} : { signals };
}
